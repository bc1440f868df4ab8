import type { Curve } from "./km-curve.ts";

/*
 * The best cutoff of a curve, and the longest that is hardly worse: every restart that changes next to nothing
 * is one for nothing. Best is the largest rate, or, where a failure costs something, the least cost.
 */

/** The largest rate over the cutoffs from `from` on; 0 where nothing is gained at any. */
export function largestRate({ reward, usage }: Curve, from = 0): number {
  let best = 0;
  for (let cell = from; cell < usage.length; cell++) {
    const rate = reward[cell] / usage[cell];
    if (rate > best) best = rate;
  }
  return best;
}

/** The longest cutoff whose rate is at least `enough`, `from` if none is; the longest of all where every rate is 0. */
export function longestNearRate({ reward, usage }: Curve, enough: number, from = 0): number {
  return longest(usage.length, from, (cell) => reward[cell] / usage[cell] >= enough);
}

/** What an attempt cut there costs on average, if one that fails costs `failure` more. */
export function costAt({ reward, usage }: Curve, cell: number, failure: number): number {
  return usage[cell] + (1 - reward[cell]) * failure;
}

/** The longest cutoff at which an attempt and what may follow it cost hardly more than the least. */
export function longestNearCost(curve: Curve, failure: number, tolerance: number): number {
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
