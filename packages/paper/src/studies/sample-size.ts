import { groupCount, type Spread } from "@mulligan/core/theory";

/** A variable with values in [0, range], as part 1 of prop:concentration needs it; `boundedSpread` makes one of mean and variance alone. */
export interface BoundedSpread extends Spread {
  /** The largest possible value. */
  readonly range: number;
}

/**
 * Returns the number of samples from which the Bernstein radius of a rate R/X holds with probability 1 − 12δ
 * (prop:concentration, part 1):
 *   [8(𝕂_X + 𝕂_R + a²/Var X + b²/Var R) + 3(ℂ²_X/β² + a/(β·E[X]) + ℂ²_R/β² + b/(β·E[R]))]·log(1/δ)
 * The printed condition omits log(1/δ), its r̂ is upside down, and its kurtosis has power 2 (docs/errata.md#e16). A
 * constant adds nothing to the first sum, since its variance is certain.
 */
export function meanSampleSize(
  time: BoundedSpread,
  reward: BoundedSpread,
  beta: number,
  logTerm: number,
): number {
  checkBeta("meanSampleSize", beta);
  const variances = varianceTerm(time) + varianceTerm(reward);
  return (8 * variances + 3 * (stabilityTerm(time, beta) + stabilityTerm(reward, beta))) * logTerm;
}

/**
 * Returns the same for medians of means with probability 1 − 16.8δ (prop:concentration, part 2), which need no range:
 *   1024·(𝕂_X + 𝕂_R + (ℂ²_X + ℂ²_R)/β² + ζ)·log(1/δ)
 * and never less than two samples a group (docs/errata.md#e12).
 */
export function medianSampleSize(
  time: Spread,
  reward: Spread,
  beta: number,
  logTerm: number,
  zeta = 1,
): number {
  checkBeta("medianSampleSize", beta);
  const variations = (time.variation + reward.variation) / beta ** 2;
  const needed = 1024 * (time.kurtosis + reward.kurtosis + variations + zeta) * logTerm;
  return Math.max(needed, 2 * groupCount(logTerm));
}

const varianceTerm = ({ kurtosis, range, variance }: BoundedSpread) =>
  variance > 0 ? kurtosis + range ** 2 / variance : 0;

/** Returns the samples, in units of 3·log(1/δ), from which the radius is at most β times the mean (eqn:stability-condition-2). */
const stabilityTerm = ({ variation, range, mean }: BoundedSpread, beta: number) =>
  variation / beta ** 2 + range / (beta * mean);

function checkBeta(where: string, beta: number): void {
  if (!(beta > 0 && beta < 1)) throw new RangeError(`${where}: beta must lie in (0, 1), got ${beta}`);
}

/**
 * Returns the largest kurtosis of a variable with values in [0, range], since |Y − E[Y]| ≤ range:
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

/** Makes a variable in [0, range] from mean and variance alone, with the largest possible kurtosis. */
export function boundedSpread(mean: number, variance: number, range: number): BoundedSpread {
  const kurtosis = kurtosisBound(range, variance);
  return { mean, variance, variation: mean > 0 ? variance / mean ** 2 : Infinity, kurtosis, range };
}
