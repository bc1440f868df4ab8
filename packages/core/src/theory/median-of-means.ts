import { median } from "../statistics/block-means.ts";

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
