import type { Trial } from "@mulligan/core/problem";

/** The number of failures after which a task is given up: failures by itself, and cuts at the longest cutoff. */
export const HOPELESS_AFTER = 100;
/** If those that were solved took many trials that ended, this many times as many. */
const BEYOND_AVERAGE = 10;

/**
 * Returns the number of failures after which a task is given up without `--retries`: otherwise a wrong option or an unsolvable input would
 * be tried for ever. A program that fails often and succeeds now and then gets the time it needs: ten times the average number of tries all
 * fail by chance once in e¹⁰ tasks.
 */
export function maxFailures(state: { readonly endedToSolve: number; readonly solved: number }): number {
  const { endedToSolve, solved } = state;
  return solved === 0 ? HOPELESS_AFTER : Math.max(HOPELESS_AFTER, (BEYOND_AVERAGE * endedToSolve) / solved);
}

/** The failures of a task in a row that ended alike: with the same exit code, after a similar time. */
export interface AlikeFailures {
  readonly exit: NonNullable<Trial["exit"]>;
  readonly shortest: number;
  readonly longest: number;
  readonly count: number;
}

/** The fewest failures alike that show a broken input; with one less, the task waits until nothing else is left to do. */
export const LEAST_ALIKE = 3;
/** How rarely as many failures may happen by chance. */
const CHANCE = 0.01;

/**
 * Returns how many failures alike show a broken input if other inputs have succeeded, and none ever did after such a failure: three, or
 * more if first tries at other inputs failed in the same way, since they may fail by chance. Few, since each costs a start: an input that
 * fails by chance in 70% of its tries, among others that never fail, is lost in 34%. Of the first tries of all tasks, `ended` ended by
 * themselves, and `failed` of these failed in this way.
 */
export function enoughAlike({ ended, failed }: { readonly ended: number; readonly failed: number }): number {
  // Without the task itself, and with one success and one failure added.
  const chance = Math.max(1, failed) / (ended + 1);
  return Math.max(LEAST_ALIKE, Math.ceil(Math.log(CHANCE) / Math.log(chance)));
}

/** Times are similar within a factor of 2, and within what the start of a process may vary by on a busy machine. */
const isSimilar = (shortest: number, longest: number) => longest <= 2 * shortest + 100;

/** Returns the failures in a row that end alike, after one more trial that did not succeed. */
export function alikeAfter(
  so: AlikeFailures | undefined,
  { outcome, exit }: Trial,
): AlikeFailures | undefined {
  const { time } = outcome;
  if (outcome.kind === "censored") {
    // A try that was cut earlier than the others failed may have been about to fail like them.
    return so !== undefined && isSimilar(so.shortest, time) ? so : undefined;
  }
  if (exit === undefined) return undefined;
  const [shortest, longest] = [Math.min(so?.shortest ?? time, time), Math.max(so?.longest ?? 0, time)];
  const alike = so !== undefined && so.exit === exit && isSimilar(shortest, longest);
  return alike
    ? { exit, shortest, longest, count: so.count + 1 }
    : { exit, shortest: time, longest: time, count: 1 };
}

/** A task is given up after this many times the mean time of the solved ones, and not before an hour. */
const LONG_TIME = 1_000;
const AT_LEAST_MS = 3_600_000;

/**
 * Returns the time in ms, in this run, after which a task is given up; ∞ without a solved task. It is long: a task that hangs costs time,
 * but a large file among many small ones must not be lost.
 */
export function usualTimeLimit(state: { readonly solvedTime: number; readonly solved: number }): number {
  const { solvedTime, solved } = state;
  return solved === 0 ? Infinity : Math.max(AT_LEAST_MS, (LONG_TIME * solvedTime) / solved);
}
