import { Moments } from "../statistics/moments.ts";

/** A mean over independent runs, and how far it may be off. */
export interface Estimate {
  readonly mean: number;
  /** Standard error of the mean; 0 for a single run, which says nothing of its own spread. */
  readonly standardError: number;
}

/** The mean of independent values, with its standard error. */
export function estimate(values: Iterable<number>): Estimate {
  const moments = new Moments();
  for (const value of values) moments.add(value);
  if (moments.count === 0) throw new RangeError("estimate: at least one value must be given, got none");
  const { count, mean, squares } = moments;
  return { mean, standardError: count > 1 ? Math.sqrt(squares / (count - 1) / count) : 0 };
}

/** The normal interval around an estimate; `z` = 1.96 covers the truth in 95 of 100 experiments. */
export function confidenceInterval(
  { mean, standardError }: Estimate,
  z = 1.96,
): { low: number; high: number } {
  return { low: mean - z * standardError, high: mean + z * standardError };
}
