import { type CellResult, cellAt, type Experiment, playCell } from "@mulligan/core/simulate";
import { asUsage } from "../shell/usage-error.ts";
import { type ExperimentWords, readExperiment } from "../simulate/read-experiment.ts";
import { withUsageErrors } from "../threads/open-pool.ts";
import type { CellRange } from "./cell-messages.ts";

/** Some cells of one experiment. */
export interface CellWork extends CellRange {
  /** The run it belongs to. */
  readonly run: string;
  readonly words: ExperimentWords;
}

/** Of the runs that were worked at last. */
const experiments = new Map<string, Experiment>();
const MAX_RUNS = 4;

/** Called by the pool. */
export const playCellsOf = withUsageErrors(({ run, words, from, to }: CellWork): CellResult[] => {
  const known = experimentOf(run, words);
  return asUsage(() => Array.from({ length: to - from }, (_, i) => playCell(known, cellAt(known, from + i))));
});

function experimentOf(run: string, words: ExperimentWords): Experiment {
  let known = experiments.get(run);
  if (known === undefined) {
    for (const oldest of experiments.keys()) {
      if (experiments.size < MAX_RUNS) break;
      experiments.delete(oldest);
    }
    experiments.set(run, (known = readExperiment(words)));
  }
  return known;
}
