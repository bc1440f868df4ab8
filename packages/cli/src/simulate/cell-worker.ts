import { type CellResult, cellsOf, playCell } from "@mulligan/core/simulate";
import { workerData } from "piscina";
import { asUsage } from "../shell/as-usage.ts";
import { refusing } from "../threads/refusing.ts";
import { type ExperimentWords, readExperiment } from "./read-experiment.ts";

const experiment = readExperiment(workerData as ExperimentWords);
const cells = cellsOf(experiment);

/** Plays the cells of an experiment from `from` up to, not including, `to`. Only here a policy meets its problem. */
export const playCells = refusing(({ from, to }: { from: number; to: number }): CellResult[] =>
  asUsage(() => cells.slice(from, to).map((cell) => playCell(experiment, cell))),
);
