import { workerData } from "node:worker_threads";
import { type CellResult, cellAt, type Experiment, playCell } from "@mulligan/core/simulate";
import { asUsage } from "../shell/usage-error.ts";
import { withUsageErrors } from "../threads/open-pool.ts";
import { type ExperimentWords, readExperiment } from "./read-experiment.ts";

let experiment: Experiment | undefined;

/**
 * Plays the cells of an experiment from `from` up to, not including, `to`. The experiment is read with the first task and
 * not while the module is loaded, since an error then would end the thread without a message.
 */
export const playCells = withUsageErrors(({ from, to }: { from: number; to: number }): CellResult[] => {
  const known = (experiment ??= readExperiment(workerData as ExperimentWords));
  return asUsage(() => Array.from({ length: to - from }, (_, i) => playCell(known, cellAt(known, from + i))));
});
