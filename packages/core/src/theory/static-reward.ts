import type { KnownArm } from "./known-arm.ts";
import { rewardRate } from "./reward-rate.ts";
import { meanSquareTime, meanTime } from "./trial-moments.ts";
import type { VariantOption } from "./variant.ts";

/**
 * By how much the last trial of an endlessly repeated decision overshoots the horizon, at most, on
 * average: Lorden's inequality, as prop:rew-st uses it.
 *   E[Y²]/E[Y], Y = U(t)
 * The paper prints E[Y²]/E[Y]², which is no time and is violated by Exp with mean 10 (docs/errata.md#e3).
 */
export function lordenOvershoot(arm: KnownArm, cutoff: number, options: VariantOption = {}): number {
  const mean = meanTime(arm, cutoff);
  return meanSquareTime(arm, cutoff) / (options.variant === "paper" ? mean * mean : mean);
}

/** The expected reward lies between them. */
export interface RewardBounds {
  readonly low: number;
  readonly high: number;
}

/** Bounds on the expected reward of repeating one decision over a horizon (prop:rew-st): r·τ and r·(τ + overshoot). */
export function staticRewardBounds(
  arm: KnownArm,
  cutoff: number,
  horizon: number,
  options: VariantOption = {},
): RewardBounds {
  const rate = rewardRate(arm, cutoff);
  return { low: rate * horizon, high: rate * (horizon + lordenOvershoot(arm, cutoff, options)) };
}
