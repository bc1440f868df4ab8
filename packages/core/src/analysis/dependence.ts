import type { WeightedCurve } from "./weighted-curve.ts";

/** Shorter logs show nothing of their order, and get no verdict either. */
const FEWEST = 20;
/**
 * The limits of the four statistics of `dependenceOf`, in standard errors. Together they call 3 to 5% of independent logs
 * dependent, of 100 and of 200 runs (docs/benchmarks/analyze-intervals.md).
 */
const LIMITS = { neighbours: 2.8, near: 2.3, far: 2.3, trend: 2.8 } as const;
/** From this part of a limit on runs in a row are drawn together, though the verdict stands. */
const DOUBT = 0.6;
/** The part of the median that is added to times. */
const SHORT = 0.3;
/** The variance of scores by rounding alone. */
const SAME_TIME = 1e-12;
/** A million runs need no more, and take a third of a second. */
const MOST_LAGS = 300;
/** A dependence that makes errors less than 10% larger changes no verdict, however surely a long log shows it. */
const HARMLESS = 1.2;

/** What the order of a log shows. */
export interface Dependence {
  /** True if times depend on the run before. */
  readonly isFound: boolean;
  /** By how much the variance of a mean is larger than that of independent runs; 1 where there is no doubt. */
  readonly inflation: number;
}

export const INDEPENDENT: Dependence = { isFound: false, inflation: 1 };

/**
 * Whether the times of a log depend on those before: on a machine that is busy for a while, or slower and slower. No resampling
 * of single runs shows it, and a mixture of fast and slow hours looks like a law on which restarts pay.
 *
 * The score of a run is log(time + 0.3·median); of a run that was cut, the mean of the scores of longer times, by the
 * product-limit curve. Runs are taken in the order in which they began, where the log says so. With r_k the correlation of
 * scores k runs apart, four numbers have about a standard normal law if the runs are independent: Σ_{k ≤ K} r_k·√(n/K) for
 * K = 1, n^⅓ and √n, since a slow drift shows in many weak correlations, not in the first one; and √n times the
 * correlation with the place in the log. Short times differ by large factors that matter little, which would hide a
 * dependence in log(time); with ranks a drift by 9% would count as much as one by 9 times.
 *
 * The variance of a mean is 1 + 2Σ r_k times that of independent runs.
 */
export function dependenceOf(curve: WeightedCurve): Dependence {
  const { size } = curve.sample;
  if (size < FEWEST || isSorted(curve)) return INDEPENDENT;
  const scores = scoresInOrder(curve);
  let [variance, trend] = [0, 0];
  scores.forEach((score, place) => {
    variance += score * score;
    trend += score * (place - (size - 1) / 2);
  });
  if (!(variance > SAME_TIME * size)) return INDEPENDENT;
  const correlation = (lag: number) => {
    let sum = 0;
    for (let i = lag; i < size; i++) sum += scores[i] * scores[i - lag];
    // Without a dependence it is −1/n on average, since the scores sum to 0.
    return sum / variance + 1 / size;
  };
  let [sum, lag] = [0, 0];
  const sumUpTo = (lags: number) => {
    while (lag < lags) sum += correlation(++lag);
    return sum * Math.sqrt(size / lags);
  };
  const neighbours = sumUpTo(1);
  const near = sumUpTo(Math.round(Math.cbrt(size)));
  const far = sumUpTo(Math.min(MOST_LAGS, Math.round(Math.sqrt(size))));
  const most = Math.max(
    neighbours / LIMITS.neighbours,
    near / LIMITS.near,
    far / LIMITS.far,
    Math.abs(trend) / Math.sqrt((variance * (size * size - 1)) / 12) / LIMITS.trend,
  );
  const inflation = 1 + 2 * sum;
  if (!(most > DOUBT && inflation > HARMLESS)) return INDEPENDENT;
  return { isFound: most > 1, inflation };
}

/** Whether somebody sorted the runs by their time, as reports of slow tests do: their order then says nothing. */
function isSorted({ sample: { times, inOrder, size } }: WeightedCurve): boolean {
  const [first, last] = [times[inOrder[0]], times[inOrder[size - 1]]];
  return inOrder.every((index, place) => {
    const step = place === 0 ? 0 : times[index] - times[inOrder[place - 1]];
    return first <= last ? step >= 0 : step <= 0;
  });
}

/** The scores of runs in the order in which they began, less their mean. */
function scoresInOrder({ sample, survival }: WeightedCurve): Float64Array {
  const { size, times, completed, inOrder } = sample;
  const floor = SHORT * times[size >> 1] || 1;
  const scores = new Float64Array(size);
  // What is left at the longest time is taken to end there, as in the curve.
  let left = survival[size - 1];
  let above = left * Math.log(times[size - 1] + floor);
  let mean = 0;
  for (let i = size - 1; i >= 0; i--) {
    const score = Math.log(times[i] + floor);
    scores[i] = completed[i] === 1 || !(left > 0) ? score : above / left;
    const before = i === 0 ? 1 : survival[i - 1];
    above += (before - survival[i]) * score;
    left = before;
    mean += scores[i] / size;
  }
  return Float64Array.from(inOrder, (index) => scores[index] - mean);
}

/** The runs in a row that a replicate draws together, where the variance of a mean is so much larger than without dependence. */
export function blockLengthFor(inflation: number, size: number): number {
  if (inflation === 1) return 1;
  return Math.max(1, Math.min(Math.round(size / 10), Math.round(2 * inflation * Math.cbrt(size / 100))));
}

/** As many independent runs as these say as much about a mean; with fewer, blocks do not show how far off it may be. */
const FEWEST_INDEPENDENT = 150;

/** Whether an interval from a bootstrap of blocks may be shown. */
export function holdsInBlocks(inflation: number, size: number): boolean {
  return size / inflation >= FEWEST_INDEPENDENT;
}
