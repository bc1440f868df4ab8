import type { BoundedSpread } from "./concentration-sample-size.ts";

/**
 * The most that the kurtosis of a variable with values in [0, range] can be, since |Y − E[Y]| ≤ range:
 *   E[(Y − E[Y])⁴] ≤ range²·Var, so 𝕂 ≤ range²/Var
 * The paper says 𝕂 ≤ range², which Bernoulli(0.01) violates (docs/errata.md#e16). 0 for a constant.
 */
export function kurtosisBound(range: number, variance: number): number {
  if (!(range >= 0)) throw new RangeError(`kurtosisBound: range must be at least 0, got ${range}`);
  // Popoviciu: no variable in [0, range] varies more.
  if (!(variance >= 0 && variance <= (range * range) / 4)) {
    throw new RangeError(`kurtosisBound: variance must lie in [0, range²/4], got ${variance}`);
  }
  return variance === 0 ? 0 : range ** 2 / variance;
}

/** A variable in [0, range] of which no more than mean and variance are known: its kurtosis at the most. */
export function boundedSpread(mean: number, variance: number, range: number): BoundedSpread {
  const kurtosis = kurtosisBound(range, variance);
  return { mean, variance, variation: mean > 0 ? variance / mean ** 2 : Infinity, kurtosis, range };
}
