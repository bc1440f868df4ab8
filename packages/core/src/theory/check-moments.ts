import type { KnownArm } from "./known-arm.ts";

/** What eqn:moment-assn asks of an arm, and whether it has it. */
export interface MomentVerdict {
  readonly holds: boolean;
  /** E[X⁴], possibly Infinity. */
  readonly fourthMoment: number;
  /** The largest possible reward; the paper assumes at most 1. */
  readonly rewardHigh: number;
  readonly sentence: string;
}

/**
 * E[X⁴] < ∞ and 0 ≤ R ≤ 1 (eqn:moment-assn). The paper's own example, Pareto with shape in (1, 2) and
 * R = ωX^γ, has neither; its rates exist all the same (docs/errata.md#e5).
 */
export function checkMoments({ name, law }: KnownArm): MomentVerdict {
  const fourthMoment = law.time.partialMoment(4, Infinity);
  const { rewardHigh } = law;
  const faults: string[] = [];
  if (!(fourthMoment < Infinity)) faults.push("E[X⁴] is infinite");
  if (!(rewardHigh <= 1)) faults.push(`rewards reach ${rewardHigh}, above 1`);
  const holds = faults.length === 0;
  const sentence = holds
    ? `${name}: the moment assumption holds.`
    : `${name}: ${faults.join(" and ")}; rates exist, but the regret bounds are not proved for such a law.`;
  return { holds, fourthMoment, rewardHigh, sentence };
}
