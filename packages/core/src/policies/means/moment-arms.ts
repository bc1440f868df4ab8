import type { Arm } from "../../problem/arm.ts";
import type { Decision } from "../../problem/outcome.ts";
import { SharedMoments } from "../../statistics/moments.ts";
import { ResettingEstimate } from "../../statistics/resetting-estimate.ts";
import { savedArms, savedNumbers, savedRecord } from "../definition/saved-state.ts";

/** The statistics of one arm for a policy on empirical means. */
export interface MomentArm {
  readonly moments: SharedMoments;
  readonly resetting: ResettingEstimate;
  /** The decisions of this arm, made once. */
  readonly decisions: readonly Decision[];
}

export function momentArms(
  policy: string,
  arms: readonly Arm[],
  cutoffs: Float64Array,
  saved?: unknown,
): MomentArm[] {
  const list = arms.map(({ resetting }, arm) => ({
    moments: new SharedMoments(cutoffs),
    resetting: new ResettingEstimate(resetting, cutoffs),
    decisions: Array.from(cutoffs, (cutoff) => ({ arm, cutoff })),
  }));
  if (saved !== undefined) {
    savedArms(policy, saved, arms.length).forEach((item, arm) => {
      const { rows, resetting } = savedRecord(policy, item);
      const target = list[arm];
      target.moments.rows.set(savedNumbers(policy, rows, "rows", target.moments.rows.length));
      target.resetting.load(savedNumbers(policy, resetting, "resetting", 3));
    });
  }
  return list;
}

export function saveMomentArms(arms: readonly MomentArm[]): unknown {
  return arms.map(({ moments, resetting }) => ({
    rows: Array.from(moments.rows),
    resetting: resetting.save(),
  }));
}
