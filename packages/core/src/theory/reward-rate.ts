import type { KnownArm } from "./known-arm.ts";
import { meanReward, meanTime } from "./trial-moments.ts";
import type { VariantOption } from "./variant.ts";

/**
 * The reward that an arm cut at t earns per unit time in the long run (eqn:rew-rate):
 *   r(t) = E[R ; X ≤ t] / (E[min(X, t)] + C(t)·P(X > t))
 * The paper prints C(t) outside the indicator, against its own eqn:ukl (docs/errata.md#e1). At t = ∞ it
 * is E[R]/E[X]: 0 where only E[X] is infinite, the limit of r(t) where both are.
 *
 * @example
 * ```ts
 * import { exponential, rewardOne } from "@mulligan/core/distributions";
 * import { knownArm, rewardRate } from "@mulligan/core/theory";
 *
 * const memoryless = knownArm(rewardOne(exponential(4)));
 * console.log(rewardRate(memoryless, 1).toFixed(2), rewardRate(memoryless, Infinity).toFixed(2)); // → 0.25 0.25
 * ```
 */
export function rewardRate(arm: KnownArm, cutoff: number, options: VariantOption = {}): number {
  if (!(cutoff > 0)) throw new RangeError(`rewardRate: cutoff must exceed 0, got ${cutoff}`);
  const reward = meanReward(arm, cutoff);
  const time =
    options.variant === "paper"
      ? arm.law.time.meanMin(cutoff) + arm.resetting.mean(cutoff)
      : meanTime(arm, cutoff);
  if (time === Infinity) return reward === Infinity && cutoff === Infinity ? limitOfRate(arm, options) : 0;
  return reward / time;
}

/**
 * lim r(t), t → ∞, where both means are infinite. At these t the error of a power tail is gone; that of
 * a logarithmic one (Pareto with shape 1) is a series in 1/log t, which halves from one to the next, so
 * that Richardson's extrapolation removes its first two terms.
 */
function limitOfRate(arm: KnownArm, options: VariantOption): number {
  const scale = arm.law.time.quantile(0.5);
  const [a, b, c] = [150, 300, 600].map((exponent) =>
    // Never ∞ itself, whose rate is the one asked for.
    rewardRate(arm, Math.min(scale * Math.exp(exponent), Number.MAX_VALUE), options),
  );
  if (!(c < Infinity) || (c > b && c - b >= b - a)) return Infinity;
  if (c < b / 4) return 0;
  return Math.max(0, (8 * c - 6 * b + a) / 3);
}
