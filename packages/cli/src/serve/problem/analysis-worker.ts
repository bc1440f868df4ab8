import { type ArmAnalysis, analyse, type LoggedRun } from "@mulligan/core/analysis";
import { withUsageErrors } from "../../threads/open-pool.ts";
import { resettingOf } from "./definition.ts";

/** The runs of an arm, and what a cut costs: a notation, a time, or the mean of the measured times. */
export interface ArmRuns {
  readonly name: string;
  readonly runs: readonly LoggedRun[];
  readonly resetting: string | number;
}

/** Runs in a thread: it may take a tenth of a second, in which a service could answer a thousand requests. */
export const analyzeArm = withUsageErrors(({ name, runs, resetting }: ArmRuns): ArmAnalysis => {
  return analyse(name, runs, { resetting: resettingOf(resetting) });
});
