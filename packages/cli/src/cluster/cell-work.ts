import type { WorkKind } from "@mulligan/cluster";
import { type CellResult, cellCount } from "@mulligan/core/simulate";
import { z } from "zod";
import { startedModule } from "../shell/assets.ts";
import { type ExperimentWords, readExperiment } from "../simulate/read-experiment.ts";
import { SCHEDULES } from "../tasks/cutoff-bounds.ts";
import { openPool } from "../threads/open-pool.ts";
import { anyNumber, plain } from "./plain-values.ts";

const MAX_TEXT = 10_000;
const MAX_LIST = 10_000;
const MAX_TIMES = 50_000_000;
const texts = z.array(z.string().max(MAX_TEXT)).max(MAX_LIST);

/** An experiment as it is in Redis, with the times of `empirical(FILE)`. */
const cellsSchema = z.strictObject({
  words: z.strictObject({
    laws: texts,
    reward: z.string().max(MAX_TEXT),
    resetting: z.string().max(MAX_TEXT),
    policies: texts,
    horizons: z.array(z.number().positive()).min(1).max(MAX_LIST),
    runs: z.int().positive(),
    seed: z.int().nonnegative(),
    cutoffs: z.string().max(MAX_TEXT),
    mode: z.enum(["abandon", "retry"]),
    schedule: z.enum(SCHEDULES).optional(),
    maxRestarts: z.int().nonnegative().optional(),
  }),
  times: z.string().max(MAX_TIMES).optional(),
});

/** Returns the times of files as text. */
export function timesText(times: ExperimentWords["times"]): string {
  return JSON.stringify([...times].map(([file, values]) => [file, Array.from(values)]));
}

const timesSchema = z.array(z.tuple([z.string(), z.array(z.number().nonnegative())]));

function readTimesText(text: string): ExperimentWords["times"] {
  return new Map(timesSchema.parse(JSON.parse(text)).map(([file, list]) => [file, Float64Array.from(list)]));
}

/** The cells of a job, from the first up to, not including, the second. */
const rangeSchema = z.strictObject({ from: z.int().nonnegative(), to: z.int().nonnegative() });
type CellRange = z.infer<typeof rangeSchema>;

const cellSchema = z
  .tuple([anyNumber, anyNumber, anyNumber, anyNumber])
  .transform(([reward, trials, completed, pseudoRegret]) => ({ reward, trials, completed, pseudoRegret }));
const resultsSchema = z.array(cellSchema);

/** Results of cells for JSON. Every number comes back as it was, to the last digit. */
function resultsDocument(results: readonly CellResult[]): unknown {
  return plain(
    results.map(({ reward, trials, completed, pseudoRegret }) => [reward, trials, completed, pseudoRegret]),
  );
}

/** Reads the results of `count` cells, or refuses other values. */
export function readResults(value: unknown, count: number): CellResult[] {
  const { data } = resultsSchema.safeParse(value);
  if (data?.length !== count) throw new RangeError("--redis: a worker sent no results of the cells");
  return data;
}

/** Plays cells of experiments for other machines, in threads. */
export function cellWork(slots: number): WorkKind {
  const module = startedModule("cell-thread");
  return {
    open({ detail }) {
      const { words, times } = cellsSchema.parse(detail);
      const all = {
        ...words,
        times: times === undefined ? new Map() : readTimesText(times),
      } as ExperimentWords;
      const total = cellCount(readExperiment(all));
      const threads = openPool<CellRange, CellResult[]>(module, "playCells", slots, all);
      return {
        async execute(work) {
          const { from, to } = rangeSchema.parse(work);
          if (!(from < to && to <= total)) throw new RangeError("the experiment has no such cells");
          return resultsDocument(await threads.run({ from, to }));
        },
        close: () => threads.close(),
      };
    },
  };
}
