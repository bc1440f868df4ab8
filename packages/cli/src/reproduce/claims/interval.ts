import { type Estimate, estimate } from "@mulligan/core/simulate";

/** A measured number and its 95% interval. */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** Computed, not measured: both ends are the estimate. */
  readonly exact?: true;
}

export const exactly = (value: number): Interval => ({
  estimate: value,
  low: value,
  high: value,
  exact: true,
});

/** Over independent runs, by Student's t; of one run nothing is known but its value. */
export function meanInterval(values: readonly number[]): Interval {
  const { mean, standardError }: Estimate = estimate(values);
  if (values.length < 2) return { estimate: mean, low: -Infinity, high: Infinity };
  const margin = studentQuantile(values.length - 1) * standardError;
  return { estimate: mean, low: mean - margin, high: mean + margin };
}

/** The same through a function that grows, as where logarithms were averaged. */
export function mapInterval({ estimate, low, high }: Interval, growing: (value: number) => number): Interval {
  return { estimate: growing(estimate), low: growing(low), high: growing(high) };
}

/** The middle 95% of values, around their median or a value that is given: that of the data they were drawn from. */
export function percentileInterval(values: readonly number[], value?: number): Interval {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  const estimate = value ?? at(0.5);
  return { estimate, low: Math.min(estimate, at(0.025)), high: Math.max(estimate, at(0.975)) };
}

/**
 * The 97.5% quantile of Student's t, by the expansion of Cornish and Fisher in 1/df (Abramowitz and
 * Stegun 26.7.5), within 0.2% from 5 degrees of freedom on; below that from the tables.
 */
export function studentQuantile(degrees: number): number {
  if (degrees <= TABULATED.length) return TABULATED[degrees - 1];
  const z = 1.959964;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}

const TABULATED = [12.706, 4.303, 3.182, 2.776];

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

/**
 * The value that a share of a law exceeds, by the order of independent samples: the number of samples above it is
 * binomial. The interval has no upper end where samples are too few to have one above it.
 */
export function exceededBy(values: readonly number[], share: number): Interval {
  const falling = values.toSorted((a, b) => b - a);
  const above = share * values.length;
  const reach = 1.959964 * Math.sqrt(above * (1 - share));
  const at = (rank: number) => falling[Math.min(Math.max(1, Math.ceil(rank)), falling.length) - 1];
  const high = above - reach < 1 ? Infinity : at(Math.floor(above - reach));
  return { estimate: at(above), low: at(above + reach), high };
}
