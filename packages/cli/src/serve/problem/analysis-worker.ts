import { analyse } from "../../analysis/analyse.ts";
import type { ArmAnalysis } from "../../analysis/arm-analysis.ts";
import type { Observation } from "../../analysis/sample.ts";
import { refusing } from "../../threads/refusing.ts";
import { resettingOf } from "./definition.ts";

/** The runs of an arm, and what a cut costs: a notation, a time, or the mean of the measured times. */
export interface ArmRuns {
  readonly name: string;
  readonly runs: readonly Observation[];
  readonly resetting: string | number;
}

/** Runs in a thread: it may take a tenth of a second, in which a service could answer a thousand requests. */
export const analyzeArm = refusing(({ name, runs, resetting }: ArmRuns): ArmAnalysis => {
  return analyse(name, runs, { resetting: resettingOf(resetting) });
});
