import { type ArmAnalysis, analyse, type LoggedRun } from "@mulligan/core/analysis";
import { withUsageErrors } from "../../threads/open-pool.ts";
import { resettingOf } from "./definition.ts";

/** An arm's runs, and what a cut of it costs: a notation, a time, or the mean of what was measured. */
export interface ToJudge {
  readonly name: string;
  readonly runs: readonly LoggedRun[];
  readonly resetting: string | number;
}

/** It may take a tenth of a second, in which a service could answer a thousand requests: so a thread does it. */
export const judge = withUsageErrors(({ name, runs, resetting }: ToJudge): ArmAnalysis => {
  return analyse(name, runs, { resetting: resettingOf(resetting) });
});
