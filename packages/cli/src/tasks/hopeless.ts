/** Failures of one task, by itself and not by a cut, after which nothing is hoped for any more. */
export const HOPELESS_AFTER = 100;
/** If those that were solved took many trials that ended, this many times as many. */
const BEYOND_AVERAGE = 10;

/**
 * After how many failures a task is given up where `--max-restarts` does not say: a wrong option or an input
 * that cannot be solved would be tried for ever otherwise. A program that fails often and succeeds now and
 * then is given the time it needs: that all of ten times the average fail is chance once in e¹⁰ tasks.
 */
export function maxFailures(state: { readonly endedToSolve: number; readonly solved: number }): number {
  const { endedToSolve, solved } = state;
  return solved === 0 ? HOPELESS_AFTER : Math.max(HOPELESS_AFTER, (BEYOND_AVERAGE * endedToSolve) / solved);
}
