import { cellAt, checkExperiment, type Experiment, playCell, summarise } from "@mulligan/core/simulate";
import { workerData } from "piscina";
import { asUsage } from "../shell/as-usage.ts";
import { refusing } from "../threads/refusing.ts";
import { knownBefore } from "./known-before.ts";
import type { Answer, Question } from "./question.ts";
import { type ExperimentWords, readExperiment } from "./read-experiment.ts";

const words = workerData as ExperimentWords;
let read: Experiment | undefined;

/** Not while the module is loaded: what is refused then ends the thread, and nobody hears why. */
function experimentRead(): Experiment {
  read ??= asUsage(() => checkExperiment(readExperiment(words)));
  return read;
}

/** Answers all that is to be computed of an experiment. Only here a policy meets its problem. */
export const answer = refusing((question: Question): Answer => {
  const experiment = experimentRead();
  switch (question.kind) {
    case "known":
      return { kind: "known", known: knownBefore(words, experiment) };
    case "cells":
      return { kind: "cells", results: asUsage(() => playCells(experiment, question)) };
    case "rows":
      return { kind: "rows", rows: summarise(experiment, question.results) };
  }
});

function playCells(experiment: Experiment, { from, to }: { readonly from: number; readonly to: number }) {
  return Array.from({ length: to - from }, (_, i) => playCell(experiment, cellAt(experiment, from + i)));
}
