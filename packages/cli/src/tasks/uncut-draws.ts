import { type TimeHistogram, type TimeTail, tailsOf } from "@mulligan/core/statistics";

/** An estimated time, with an interval that is meant to hold the truth in 95 of 100 cases. */
export interface CostEstimate {
  readonly time: number;
  readonly low: number;
  readonly high: number;
}

/** The cost of what was solved if no try had been cut. */
export interface WithoutCutoff {
  readonly time: number;
  /** The ends of the interval for it; absent for a lower bound. */
  readonly low?: number;
  readonly high?: number;
  /** False for a lower bound: the truth is larger, but the tries do not show by how much. */
  readonly exact: boolean;
  /** The actual cost of the same. */
  readonly spent: number;
}

/** An interval whose ends lie farther apart than this factor gives no estimate, only a lower bound. */
const MAX_RATIO = 2;

/**
 * Returns an estimate as it is shown. Where it is not precise, there may be a lower bound, which is certain; one that is
 * less than was spent says nothing.
 */
export function shownCost(
  estimate: CostEstimate | undefined,
  least: number,
  spent: number,
): WithoutCutoff | undefined {
  if (estimate !== undefined && estimate.high <= MAX_RATIO * estimate.low) {
    const { time, low, high } = estimate;
    return { time, low: Math.min(time, Math.max(low, least)), high, exact: true, spent };
  }
  return least > spent ? { time: least, exact: false, spent } : undefined;
}

/** Fewer completions beyond a cut say too little of what else may be there. */
const MIN_COMPLETIONS = 3;
/** The share of tries that were cut beyond all completions, up to which it is neglected. */
const MAX_UNSEEN = 0.02;
/**
 * With n completions beyond a cut, a share of 1/(n + 1) may take longer than all of them: by this many times the longest
 * time. Intervals from the spread alone held the truth in 71% of simulated runs, these in 95%.
 */
const BEYOND_LONGEST = 2;

/** The longest time of a try, whether it was cut or not, to the width of a bin. */
function longestTime(tries: TimeHistogram): number {
  const last = tries.sorted().at(-1)?.[1];
  return last === undefined ? 0 : (last.completedTime + last.cutTime) / (last.completed + last.cut);
}

/**
 * Estimates the time of `known` and of `count` more successes in each part, without cutoffs, if tries are fresh draws of
 * one law. The first try of a part has already lasted beyond the bin `firstCutKey`; -Infinity if it is new. How much
 * longer it takes is the product-limit law (Kaplan and Meier 1958) of all tries, from there on. Undefined if too few
 * tries ended there.
 */
export function costOfDraws(
  tries: TimeHistogram,
  parts: readonly (readonly [firstCutKey: number, count: number])[],
  known = 0,
): CostEstimate | undefined {
  const longest = longestTime(tries);
  const tails = tailsOf(tries, longest);
  const whole = tails(-Infinity);
  let [time, variance, deviation, rest, fewest] = [0, 0, 0, 0, Infinity];
  for (const [key, count] of parts) {
    const tail = tails(key + 1);
    if (tail.completions < MIN_COMPLETIONS || tail.unseen > MAX_UNSEEN) return undefined;
    // A try that fails in the end is followed by others, as many as a success takes.
    const [again, success] = [1 - tail.reward, whole.time / whole.reward];
    const mean = tail.time + again * success;
    const square = tail.square + again * (2 * tail.time * success + 2 * success ** 2);
    time += count * mean;
    variance += count * Math.max(0, square - mean ** 2);
    // The errors of all parts are those of the same curve. How often tries succeed is counted, too.
    const chance = success * Math.hypot(shareError(tail), again * (shareError(whole) / whole.reward));
    deviation += count * Math.hypot(Math.sqrt(tail.error), chance);
    rest += count;
    fewest = Math.min(fewest, tail.completions);
  }
  if (time === 0) return { time: known, low: known, high: known };
  const spread = studentQuantile(fewest - 1) * Math.sqrt(variance + deviation ** 2);
  const unseen = (BEYOND_LONGEST * rest * longest) / (fewest + 1);
  // An error of this share, up or down.
  const error = 1 + Math.hypot(spread, unseen) / time;
  return { time: known + time, low: known + time / error, high: known + time * error };
}

/** The standard error of the share of tries that succeed. */
function shareError({ reward, completions }: TimeTail): number {
  return Math.sqrt(Math.max(0, reward * (1 - reward)) / completions);
}

/** The 97.5% quantile of Student's t: by its expansion (Abramowitz and Stegun 26.7.5), from two degrees of freedom. */
function studentQuantile(freedom: number): number {
  const z = 1.959964;
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, power) => sum + term / freedom ** power, 0);
}
