import { type CellResult, cellsOf, playCell } from "@mulligan/core/simulate";
import { workerData } from "piscina";
import { type ExperimentWords, readExperiment } from "./read-experiment.ts";

const experiment = readExperiment(workerData as ExperimentWords);
const cells = cellsOf(experiment);

/** Plays the cells of an experiment from `from` up to, not including, `to`. */
export function playCells({ from, to }: { from: number; to: number }): CellResult[] {
  return cells.slice(from, to).map((cell) => playCell(experiment, cell));
}
