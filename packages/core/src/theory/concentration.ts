/** α of the paper's experiments: radii use log(n^α). Its algorithms and their bounds have it unless another is given. */
export const DEFAULT_ALPHA = 2.01;

/**
 * (1+β)²/(1−β) of the paper's experiments, which its algorithms play unless another is given. The bounds are least at
 * another β (`betaOfLeastPenalty`, docs/errata.md#e11).
 */
export const DEFAULT_FACTOR = 1.01;

/**
 * Returns how far a mean of samples in [0, range] may be from the truth: ε and η of eqn:emp-radius, with `logTerm` =
 * log(n^α) = log(1/δ) and the variance over the samples, divided by their number.
 *   3·range·log(n^α)/T* + √(2·V·log(n^α)/T*)
 * For the time of a trial the range is t + C(t), not the printed t (docs/errata.md#e8).
 */
export function bernsteinRadius(count: number, variance: number, range: number, logTerm: number): number {
  return (3 * range * logTerm) / count + Math.sqrt((2 * variance * logTerm) / count);
}

/**
 * Returns the same for a median of means, which needs no range: ε and η of eqn:med-radius.
 *   11·√(2·V·log(n^α)/T*)
 */
export function medianRadius(count: number, variance: number, logTerm: number): number {
  return 11 * Math.sqrt((2 * variance * logTerm) / count);
}

/** Returns the factor in the radius of a ratio that pays for dividing by an estimate (lem:rate-conc): (1+β)²/(1−β). */
export function confidenceFactor(beta: number): number {
  if (!(beta >= 0 && beta < 1))
    throw new RangeError(`confidenceFactor: beta must lie in [0, 1), got ${beta}`);
  return (1 + beta) ** 2 / (1 - beta);
}

/** Returns the number of groups for a median of means (eqn:med-of-means): ⌊3.5·log(1/δ)⌋ + 1. */
export function groupCount(logTerm: number): number {
  return Math.floor(3.5 * logTerm) + 1;
}
