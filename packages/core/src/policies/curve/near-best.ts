import type { Curve } from "./km-curve.ts";

type Rates = Pick<Curve, "reward" | "usage">;

/*
 * The best cutoff of a curve, and the longest that is hardly worse: every restart that changes next to nothing
 * is one for nothing.
 */

/** The largest rate over the cutoffs from `from` on, before `end`; 0 where nothing is gained at any. */
export function largestRate({ reward, usage }: Rates, from = 0, end = usage.length): number {
  let best = 0;
  for (let cell = from; cell < end; cell++) {
    const rate = reward[cell] / usage[cell];
    if (rate > best) best = rate;
  }
  return best;
}

/** The longest cutoff before `end` whose rate is at least `enough`, `from` if none is. */
export function longestNearRate(
  { reward, usage }: Rates,
  enough: number,
  from = 0,
  end = usage.length,
): number {
  let cell = end - 1;
  while (cell > from && !(reward[cell] / usage[cell] >= enough)) cell--;
  return cell;
}
