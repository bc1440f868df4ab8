import { type KnownArm, meanReward, meanTime, type VariantOption } from "./known-arm.ts";

/**
 * Returns the reward that an arm cut at t earns per unit time in the long run (eqn:rew-rate):
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

/** ln of 10⁻³⁰⁰, the shortest time at which the laws still compute with all digits. */
const SHORTEST = -300 * Math.LN10;
/** Less than this part of a rate is rounding. */
const ROUNDING = 1e-9;

/**
 * Is r(t) → ∞ as t → 0? So it is where the hazard is infinite at 0 (Weibull and gamma laws with shape
 * below 1), where some trials take no time at all, and where R = ωX^γ with γ < 0 pays for haste; a
 * resetting time that does not vanish with t ends all that. A power t^(−δ), however small δ or its weight, grows
 * by more from each of these t to the next; a rate with a limit by less. (A lognormal law with σ above 24
 * is taken for one of these: its best cutoff is too short a time for a number.)
 */
export function rateGrowsWithoutEnd(arm: KnownArm, options: VariantOption = {}): boolean {
  const median = arm.law.time.quantile(0.5);
  const start = Math.log(median > 0 && median < Infinity ? median : 1);
  const [a, b, c] = [1 / 4, 1 / 2, 1].map((share) =>
    rewardRate(arm, Math.exp(start + share * (SHORTEST - start)), options),
  );
  return c === Infinity || (c - b > ROUNDING * c && c - b > b - a);
}
