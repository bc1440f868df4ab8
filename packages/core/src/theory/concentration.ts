import { median } from "../statistics/block-means.ts";

/**
 * How far a mean of samples in [0, range] may lie from the truth: ε and η of eqn:emp-radius, with
 * `logTerm` = log(n^α) = log(1/δ) and the variance taken over the samples, divided by their number.
 *   3·range·log(n^α)/T* + √(2·V·log(n^α)/T*)
 * For the time of a trial the range is t + C(t), not the printed t (docs/errata.md#e8).
 */
export function bernsteinRadius(count: number, variance: number, range: number, logTerm: number): number {
  return (3 * range * logTerm) / count + Math.sqrt((2 * variance * logTerm) / count);
}

/**
 * The same for a median of means, which needs no range: ε and η of eqn:med-radius.
 *   11·√(2·V·log(n^α)/T*)
 */
export function medianRadius(count: number, variance: number, logTerm: number): number {
  return 11 * Math.sqrt((2 * variance * logTerm) / count);
}

/** What the radius of a ratio pays for dividing by an estimate (lem:rate-conc): (1+β)²/(1−β). */
export function confidenceFactor(beta: number): number {
  if (!(beta >= 0 && beta < 1))
    throw new RangeError(`confidenceFactor: beta must lie in [0, 1), got ${beta}`);
  return (1 + beta) ** 2 / (1 - beta);
}

/**
 * How far an estimated rate may lie from the truth (lem:rate-conc), η the radius of the mean reward and
 * ε that of the mean time, as long as ε ≤ β·E[U] and η ≤ β·E[V] (eqn:stability-condition):
 *   (1+β)²/(1−β) · (η + r̂·ε)/Û
 * The lemma leaves room: r̂ − r = (r̂·(E[U] − Û) + V̂ − E[V])/E[U] and Û ≤ (1+β)·E[U] give it with
 * 1 + β alone and no condition on η. The paper's factor is kept, because its index is built on it.
 */
export function rateRadius(
  rate: number,
  meanTime: number,
  rewardRadius: number,
  timeRadius: number,
  beta: number,
): number {
  return (confidenceFactor(beta) * (rewardRadius + rate * timeRadius)) / meanTime;
}

/**
 * The β whose confidence factor (1+β)²/(1−β) is the one given: the inverse of `confidenceFactor`. The
 * experiments name the factor 1.01, which is β = 0.0033186 (docs/errata.md#e11). Root of
 * β² + (2+f)β + 1 − f = 0, written so that nothing cancels for f near 1.
 */
export function betaOfFactor(factor: number): number {
  if (!(factor >= 1 && factor < Infinity)) {
    throw new RangeError(`betaOfFactor: factor must be a finite number of at least 1, got ${factor}`);
  }
  return (2 * (factor - 1)) / (2 + factor + Math.sqrt((2 + factor) ** 2 + 4 * (factor - 1)));
}

/**
 * What the regret bounds pay for estimating everything (eqn:z-beta):
 *   z(β) = max{2√2·(1+β)²/(1−β)³, 1/β}
 */
export function estimationPenalty(beta: number): number {
  if (!(beta > 0 && beta < 1))
    throw new RangeError(`estimationPenalty: beta must lie in (0, 1), got ${beta}`);
  return Math.max(spreadBranch(beta), 1 / beta);
}

/**
 * The β at which z is least, so that the bounds are: one branch of z falls, the other rises, and they
 * meet at β ≈ 0.158 with z ≈ 6.34 (docs/errata.md#e11).
 */
export function betaOfLeastPenalty(): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (spreadBranch(middle) < 1 / middle) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const spreadBranch = (beta: number) => (2 * Math.SQRT2 * confidenceFactor(beta)) / (1 - beta) ** 2;

/** Into how many groups the samples of a median of means are dealt (eqn:med-of-means): ⌊3.5·log(1/δ)⌋ + 1. */
export function groupCount(logTerm: number): number {
  return Math.floor(3.5 * logTerm) + 1;
}

/**
 * A mean that a few wild values cannot move (eqn:med-of-means): deal the values into groups and take the
 * median of the groups' means. The printed partition drops the remainder; here group sizes differ by at
 * most one, and a group needs two values to show a variance (docs/errata.md#e12).
 */
export function medianOfMeans(values: ArrayLike<number>, groups: number): number {
  return median(momentsOfGroups("medianOfMeans", values, groups).means);
}

/** The median of the groups' variances: V^M of eqn:med-radius. */
export function medianOfVariances(values: ArrayLike<number>, groups: number): number {
  return median(momentsOfGroups("medianOfVariances", values, groups).variances);
}

function momentsOfGroups(where: string, values: ArrayLike<number>, groups: number) {
  if (!(Number.isInteger(groups) && groups >= 1)) {
    throw new RangeError(`${where}: groups must be a whole number of at least 1, got ${groups}`);
  }
  if (!(values.length >= 2 * groups)) {
    throw new RangeError(
      `${where}: ${groups} groups need at least ${2 * groups} values, got ${values.length}`,
    );
  }
  const means = new Float64Array(groups);
  const variances = new Float64Array(groups);
  for (let group = 0; group < groups; group++) {
    const from = Math.floor((group * values.length) / groups);
    const to = Math.floor(((group + 1) * values.length) / groups);
    let sum = 0;
    for (let i = from; i < to; i++) sum += values[i];
    const mean = sum / (to - from);
    let squares = 0;
    for (let i = from; i < to; i++) squares += (values[i] - mean) ** 2;
    means[group] = mean;
    variances[group] = squares / (to - from);
  }
  return { means, variances };
}
