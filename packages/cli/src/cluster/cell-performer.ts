import type { RunContext, Turn, TurnEnd, TurnExecutorFactory } from "@mulligan/cluster";
import { type CellResult, cellCount } from "@mulligan/core/simulate";
import { UsageError } from "../shell/usage-error.ts";
import { type ExperimentWords, readExperiment } from "../simulate/read-experiment.ts";
import type { Pool } from "../threads/open-pool.ts";
import { type CellRange, cellsSchema, readRange, readTimesText, resultsDocument } from "./cell-messages.ts";
import type { CellWork } from "./cell-thread.ts";

/** Plays cells of experiments that others started. Nothing is read or run but what is in the words. */
export function cellPerformer(threads: Pool<CellWork, CellResult[]>): TurnExecutorFactory {
  return {
    async open(run) {
      const words = await wordsOf(run);
      const total = cellCount(readExperiment(words));
      const play = (range: CellRange) => threads.run({ run: run.name, words, ...range });
      return { execute: (turn) => playTurn(turn, total, play) };
    },
  };
}

async function wordsOf({ detail, blobs }: RunContext): Promise<ExperimentWords> {
  const { words, times: hash } = cellsSchema.parse(detail);
  const bytes = hash === undefined ? undefined : await blobs.get(hash);
  if (hash !== undefined && bytes === undefined) throw new UsageError("the times of its laws did not arrive");
  const times = bytes === undefined ? new Map() : readTimesText(bytes.toString());
  const { schedule, maxRestarts, ...rest } = words;
  return {
    ...rest,
    times,
    ...(schedule === undefined ? {} : { schedule }),
    ...(maxRestarts === undefined ? {} : { maxRestarts }),
  };
}

async function playTurn(
  turn: Turn,
  total: number,
  play: (range: CellRange) => Promise<CellResult[]>,
): Promise<TurnEnd> {
  const range = readRange(turn.task.input, total);
  if (range === undefined) return { ending: "unsolvable", problem: "no cells of this experiment" };
  try {
    const results = await Promise.race([play(range), stopped(turn.stop)]);
    if (results === undefined) return { ending: "given-back" };
    turn.result(resultsDocument(results));
    return "done";
  } catch (error) {
    if (error instanceof UsageError) return { ending: "unsolvable", problem: error.message };
    throw error;
  }
}

/** What is computed meanwhile is for nobody. */
function stopped(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
