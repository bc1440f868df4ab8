import { constantResetting } from "@mulligan/core/problem";
import { analyse } from "../../analysis/analyse.ts";
import type { ArmAnalysis } from "../../analysis/arm-analysis.ts";
import type { Observation } from "../../analysis/sample.ts";
import { refusing } from "../../threads/refusing.ts";
import { resettingOf } from "./definition.ts";

/** An arm's runs, and what a cut of it costs: a notation, or the mean of what was measured. */
export interface ToJudge {
  readonly name: string;
  readonly runs: readonly Observation[];
  readonly resetting: string | number;
}

/** It may take a tenth of a second, in which a service could answer a thousand requests: so a thread does it. */
export const judge = refusing(({ name, runs, resetting }: ToJudge): ArmAnalysis => {
  const cost = typeof resetting === "number" ? constantResetting(resetting) : resettingOf(resetting);
  return analyse(name, runs, { resetting: cost });
});
