import type { ArmCounts, Learned } from "mulligan/client";

/** What cutting off and starting again saved. */
export interface TimeSaved {
  /** Of all tries together. */
  readonly spent: number;
  /** What the same successes would have cost if no try had been cut. */
  readonly without: number;
  /** Whether that is more than a lower bound. */
  readonly exact: boolean;
}

/**
 * Undefined where nobody can know: nothing succeeded, or tries were cut beyond all that ended, and what is known of
 * the rest is less than was spent.
 */
export function timeSaved(arms: readonly (ArmCounts & Learned)[]): TimeSaved | undefined {
  const known = arms.flatMap(({ withoutCutoff }) => withoutCutoff ?? []);
  if (known.length === 0) return undefined;
  const spent = arms.reduce((sum, { time }) => sum + time, 0);
  const without = known.reduce((sum, { time }) => sum + time, 0);
  const exact = known.every((cost) => cost.exact);
  return exact || without >= spent ? { spent, without, exact } : undefined;
}
