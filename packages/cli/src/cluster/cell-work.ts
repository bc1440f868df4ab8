import type { WorkKind } from "@mulligan/cluster";
import { type CellResult, cellCount } from "@mulligan/core/simulate";
import { type ExperimentWords, readExperiment } from "../simulate/read-experiment.ts";
import { openPool, type Pool } from "../threads/open-pool.ts";
import { cellsSchema, rangeSchema, readTimesText, resultsDocument } from "./cell-messages.ts";
import type { CellWork } from "./cell-thread.ts";

/** Plays cells of experiments for other machines, in threads that are started with the first. */
export function cellWork(slots: number): WorkKind & { close(): Promise<void> } {
  const module = new URL("./cell-thread.js", import.meta.url);
  let threads: Pool<CellWork, CellResult[]> | undefined;
  return {
    open({ name: run, detail }) {
      const { words, times } = cellsSchema.parse(detail);
      const all = {
        ...words,
        times: times === undefined ? new Map() : readTimesText(times),
      } as ExperimentWords;
      const total = cellCount(readExperiment(all));
      return {
        async execute(work) {
          const { from, to } = rangeSchema.parse(work);
          if (!(from < to && to <= total)) throw new RangeError("the experiment has no such cells");
          threads ??= openPool(module, "playCellsOf", slots, undefined);
          return resultsDocument(await threads.run({ run, words: all, from, to }));
        },
      };
    },
    close: async () => threads?.close(),
  };
}
