import { type CellResult, cellAt, type Experiment, playCell } from "@mulligan/core/simulate";
import { workerData } from "piscina";
import { asUsage } from "../shell/usage-error.ts";
import { refusing } from "../threads/refusing.ts";
import { type ExperimentWords, readExperiment } from "./read-experiment.ts";

let experiment: Experiment | undefined;

/**
 * Plays the cells of an experiment from `from` up to, not including, `to`. Only here a policy meets its problem. It is
 * read here too, not while the module is loaded: what is refused then ends the thread, and nobody hears why.
 */
export const playCells = refusing(({ from, to }: { from: number; to: number }): CellResult[] => {
  const known = (experiment ??= readExperiment(workerData as ExperimentWords));
  return asUsage(() => Array.from({ length: to - from }, (_, i) => playCell(known, cellAt(known, from + i))));
});
