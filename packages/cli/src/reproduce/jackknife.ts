import { estimate } from "@mulligan/core";

/** An estimate with its 95% interval. */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/** What was computed, not measured. */
export const exactly = (value: number): Interval => ({ estimate: value, low: value, high: value });

/**
 * The interval of any smooth number that is read off a set of independent runs: a mean, a slope, a ratio
 * of means. Each run is left out in turn, and the spread of what remains tells the standard error (Tukey's
 * jackknife), with Student's quantile, since runs are few. A single run has no spread to tell.
 */
export function jackknife<Run>(runs: readonly Run[], statistic: (runs: readonly Run[]) => number): Interval {
  const value = statistic(runs);
  const count = runs.length;
  if (count < 2) return exactly(value);
  const without = runs.map((_, out) => statistic(runs.filter((_, run) => run !== out)));
  const centre = meanOf(without);
  const squares = without.reduce((sum, other) => sum + (other - centre) ** 2, 0);
  const reach = studentQuantile(count - 1) * Math.sqrt(((count - 1) / count) * squares);
  return { estimate: value, low: value - reach, high: value + reach };
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of independent values: Student's interval, which is what the jackknife of a mean comes to. */
export function meanInterval(values: readonly number[]): Interval {
  const { mean, standardError } = estimate(values);
  const reach = standardError > 0 ? studentQuantile(values.length - 1) * standardError : 0;
  return { estimate: mean, low: mean - reach, high: mean + reach };
}

/**
 * The 97.5% quantile of Student's t: the first two by table, then Cornish and Fisher's expansion around
 * the normal one (Abramowitz and Stegun 26.7.5), off by less than 1% from three degrees on.
 */
export function studentQuantile(degrees: number): number {
  if (degrees < 3) return degrees < 2 ? 12.706 : 4.303;
  const z = 1.959964;
  const first = (z ** 3 + z) / (4 * degrees);
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3);
  return z + first + second + third;
}

/** Wilson's interval for a share, which is honest where nothing or everything was hit. */
export function shareInterval(hits: number, of: number): Interval {
  const z = 1.959964;
  const share = hits / of;
  const centre = share + z ** 2 / (2 * of);
  const reach = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  return {
    estimate: share,
    low: hits === 0 ? 0 : (centre - reach) / scale,
    high: hits === of ? 1 : (centre + reach) / scale,
  };
}
