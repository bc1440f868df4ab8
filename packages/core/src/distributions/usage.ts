import { requireNonNegative } from "./argument.ts";
import { expectation } from "./expectation.ts";
import type { Law } from "./law.ts";

/*
 * Moments of U(t) = min(X, t) + C·1{X > t}, the time a trial takes under cutoff t when a cut costs C
 * (eqn:ukl; the cost stands inside the indicator, docs/errata.md#e1). At t = ∞ nothing is cut.
 */

/** A difference that keeps less than this part of its terms is not trusted and computed otherwise. */
const TRUSTED = 1e-3;

/** E[U(t)^power] = E[X^power ; X ≤ t] + (t + C)^power·P(X > t). */
export function usageMoment(law: Law, power: number, cutoff: number, resetting: number): number {
  requireNonNegative("usageMoment", "resetting", resetting);
  if (power === 1) return usageMean(law, cutoff, resetting);
  return law.partialMoment(power, cutoff) + cutShare(law, cutoff, (cutoff + resetting) ** power);
}

/** Var U(t). */
export function usageVariance(law: Law, cutoff: number, resetting: number): number {
  return usageCentralMoment(law, 2, cutoff, resetting);
}

/** E[(U − E[U])⁴]/Var(U)²: 3 for a normal law (the power is 4, docs/errata.md#e16). NaN where U is constant. */
export function usageKurtosis(law: Law, cutoff: number, resetting: number): number {
  const variance = usageVariance(law, cutoff, resetting);
  // Divided twice: the square of a large variance may be infinite.
  return usageCentralMoment(law, 4, cutoff, resetting) / variance / variance;
}

/**
 * E[(U − E[U])^power] for power 2 or 4. From the plain moments where they differ enough; otherwise, where U
 * hardly varies, as a sum of positive parts by quadrature.
 */
export function usageCentralMoment(law: Law, power: 2 | 4, cutoff: number, resetting: number): number {
  requireNonNegative("usageCentralMoment", "resetting", resetting);
  const mean = usageMean(law, cutoff, resetting);
  const largest = usageMoment(law, power, cutoff, resetting);
  if (mean === Infinity || largest === Infinity) return Infinity;
  const second = power === 2 ? largest : usageMoment(law, 2, cutoff, resetting);
  const direct =
    power === 2
      ? second - mean ** 2
      : largest - 4 * mean * usageMoment(law, 3, cutoff, resetting) + 6 * mean ** 2 * second - 3 * mean ** 4;
  if (direct > TRUSTED * largest) return direct;
  const distance = {
    value: (time: number) => (time - mean) ** power,
    slope: (time: number) => power * (time - mean) ** (power - 1),
    turn: mean,
  };
  const completed = expectation(law, distance, cutoff);
  return completed + cutShare(law, cutoff, (cutoff + resetting - mean) ** power);
}

/** E[min(X, t)] + C·P(X > t). */
function usageMean(law: Law, cutoff: number, resetting: number): number {
  return law.meanMin(cutoff) + cutShare(law, cutoff, resetting);
}

/** A value that counts only if the trial is cut, which at t = ∞ it never is. */
function cutShare(law: Law, cutoff: number, value: number): number {
  return cutoff === Infinity ? 0 : value * law.survival(cutoff);
}
