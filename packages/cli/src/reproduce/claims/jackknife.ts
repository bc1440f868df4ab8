import { type Interval, studentQuantile } from "./interval.ts";
import { meanOf, meanRun } from "./sums.ts";

/**
 * The interval of any smooth number that is read off a set of independent runs: a mean, a slope, a ratio
 * of means. Each run is left out in turn, and the spread of what remains tells the standard error (Tukey's
 * jackknife), with Student's quantile, since runs are few. Of one run nothing is known but its value.
 */
export function jackknife<Run>(runs: readonly Run[], statistic: (runs: readonly Run[]) => number): Interval {
  const value = statistic(runs);
  const count = runs.length;
  if (count < 2) return { estimate: value, low: -Infinity, high: Infinity };
  const without = runs.map((_, out) => statistic(runs.filter((_, run) => run !== out)));
  const centre = meanOf(without);
  const squares = without.reduce((sum, other) => sum + (other - centre) ** 2, 0);
  const reach = studentQuantile(count - 1) * Math.sqrt(((count - 1) / count) * squares);
  return { estimate: value, low: value - reach, high: value + reach };
}

/**
 * The same for a number that is read off the means of several sets of runs. Runs of the same number met the
 * same trials in every set, so that they are left out together.
 */
export function jackknifeOfMeans(
  sets: readonly (readonly number[])[],
  statistic: (means: readonly number[]) => number,
): Interval {
  const runs = sets[0].map((_, run) => sets.map((set) => set[run]));
  return jackknife(runs, (chosen) => statistic(meanRun(chosen)));
}
