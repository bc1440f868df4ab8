import type { Curve } from "./km-curve.ts";

type Rates = Pick<Curve, "reward" | "usage">;

/*
 * The best cutoff of a curve, and the longest that is hardly worse: every restart that changes next to nothing
 * is one for nothing. Best is the largest rate, or, where a failure costs something, the least cost.
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
  return longest(end, from, (cell) => reward[cell] / usage[cell] >= enough);
}

/** What an attempt cut there costs on average, if one that fails costs `failure` more. */
export function costAt({ reward, usage }: Rates, cell: number, failure: number): number {
  return usage[cell] + (1 - reward[cell]) * failure;
}

/** The longest cutoff at which an attempt and what may follow it cost hardly more than the least. */
export function longestNearCost(curve: Rates, failure: number, tolerance: number): number {
  const { length } = curve.usage;
  let least = Infinity;
  for (let cell = 0; cell < length; cell++) least = Math.min(least, costAt(curve, cell, failure));
  return longest(length, 0, (cell) => costAt(curve, cell, failure) <= least * (1 + tolerance));
}

function longest(cells: number, from: number, near: (cell: number) => boolean): number {
  let cell = cells - 1;
  while (cell > from && !near(cell)) cell--;
  return cell;
}
