/** Tries that took about the same time. */
export interface Bin {
  readonly completed: number;
  readonly cut: number;
  /** Of the completed. */
  readonly time: number;
  readonly successes: number;
}

/** What a try that has lasted so long comes to if it is not cut, by the product-limit law. */
export interface Tail {
  /** Mean and mean square of its time, and the chance that it succeeds. */
  readonly time: number;
  readonly square: number;
  readonly success: number;
  /** The variance of the estimated mean (Greenwood). */
  readonly error: number;
  /** The share of which nothing is known but that it lasts longer than all completions. */
  readonly unseen: number;
  /** How many tries ended there. */
  readonly completions: number;
}

/**
 * What comes beyond each bin, from the last to the first: with n tries that reach a bin and d that end in it, a share
 * of h = d/n ends there and the rest goes on. Within a bin those that ended come before those that were cut. What was
 * cut beyond all completions counts as ending there, and as a success: a lower bound. The bins go from short to long.
 */
export function tailsOf(
  bins: readonly (readonly [number, Bin])[],
  longest: number,
): (fromKey: number) => Tail {
  const end: Tail = { time: longest, square: longest ** 2, success: 1, error: 0, unseen: 1, completions: 0 };
  const tails: (readonly [number, Tail])[] = [];
  let [tail, running] = [end, 0];
  for (const [key, { completed, cut, time, successes }] of bins.toReversed()) {
    running += completed + cut;
    if (completed > 0) {
      const [ended, mean] = [completed / running, time / completed];
      const on = 1 - ended;
      tail = {
        time: ended * mean + on * tail.time,
        square: ended * mean ** 2 + on * tail.square,
        success: ended * (successes / completed) + on * tail.success,
        error: ((mean - tail.time) ** 2 * ended * on) / running + on ** 2 * tail.error,
        unseen: on * tail.unseen,
        completions: completed + tail.completions,
      };
    }
    tails.push([key, tail]);
  }
  return (fromKey) => tails.findLast(([key]) => key >= fromKey)?.[1] ?? end;
}

/**
 * What one success costs if no try is cut and all are draws of one law: the mean time over the chance of a reward. Not
 * exact, but a lower bound, if tries were cut beyond the last that ended. Undefined if nothing succeeded.
 */
export function costOfSuccess(
  bins: readonly Bin[],
  longest: number,
): { readonly timePerSuccess: number; readonly exact: boolean } | undefined {
  if (bins.every(({ successes }) => successes === 0)) return undefined;
  const { time, success, unseen } = tailsOf([...bins.entries()], longest)(0);
  return { timePerSuccess: time / success, exact: unseen < 1e-9 };
}
