import { median } from "@mulligan/core/statistics";
import { confidenceFactor } from "@mulligan/core/theory";

/**
 * Returns how far an estimated rate may be from the truth (lem:rate-conc), with the radii η of the mean reward and ε of
 * the mean time, as long as ε ≤ β·E[U] and η ≤ β·E[V] (eqn:stability-condition):
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
 * Returns the β of a confidence factor (1+β)²/(1−β): the inverse of `confidenceFactor`. The experiments use the factor
 * 1.01, so β = 0.0033186 (docs/errata.md#e11). It is the root of β² + (2+f)β + 1 − f = 0, in a form without
 * cancellation for f near 1.
 */
export function betaOfFactor(factor: number): number {
  if (!(factor >= 1 && factor < Infinity)) {
    throw new RangeError(`betaOfFactor: factor must be a finite number of at least 1, got ${factor}`);
  }
  return (2 * (factor - 1)) / (2 + factor + Math.sqrt((2 + factor) ** 2 + 4 * (factor - 1)));
}

/**
 * Returns the penalty of the regret bounds for estimated quantities (eqn:z-beta):
 *   z(β) = max{2√2·(1+β)²/(1−β)³, 1/β}
 */
export function estimationPenalty(beta: number): number {
  if (!(beta > 0 && beta < 1))
    throw new RangeError(`estimationPenalty: beta must lie in (0, 1), got ${beta}`);
  return Math.max(spreadBranch(beta), 1 / beta);
}

/**
 * Returns the β at which z, and so the bounds, are least. One branch of z falls, the other rises, and they meet at β ≈
 * 0.158 with z ≈ 6.34 (docs/errata.md#e11).
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

/**
 * Returns the median of means, which a few extreme values cannot move (eqn:med-of-means): the values are divided into
 * groups, and the median of the groups' means is taken. The printed partition drops the remainder; here group sizes
 * differ by at most one, and a group needs two values to have a variance (docs/errata.md#e12).
 */
export function medianOfMeans(values: ArrayLike<number>, groups: number): number {
  return median(momentsOfGroups("medianOfMeans", values, groups).means);
}

/** Returns the median of the groups' variances: V^M of eqn:med-radius. */
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
