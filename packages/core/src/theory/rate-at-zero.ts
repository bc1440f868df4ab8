import type { KnownArm } from "./known-arm.ts";
import { rewardRate } from "./reward-rate.ts";
import type { VariantOption } from "./variant.ts";

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
