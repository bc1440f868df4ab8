import type { Law } from "../distributions/law.ts";
import { geometricBetween } from "../problem/cutoffs.ts";

/** Chance of completing by the shortest cutoff that a search over all cutoffs considers. */
const FIRST = 1e-6;
/** Chance of not completing by the longest quantile; heavier tails are followed further by the log grid. */
const LAST = 1e-12;
const QUANTILES = 240;
const PER_DECADE = 8;

/** The shortest cutoff that a search over all cutoffs considers: a one-in-a-million quantile or an earlier break. */
export function shortestCutoff(law: Law): number {
  const quantile = law.quantile(FIRST);
  const first = law.breaks.find((time) => time > 0) ?? Infinity;
  return Math.min(first, quantile > 0 ? quantile : Infinity);
}

/** True of a cutoff at the edge of what is searched, unless the law itself begins or breaks there. */
export function isShortest(law: Law, cutoff: number): boolean {
  return law.cdf(cutoff) < 2 * FIRST && !law.breaks.includes(cutoff);
}

/**
 * Finite cutoffs between low and high, in order, close enough that a maximum of the rate lies between
 * the neighbours of the best: quantiles, because the rate moves where the mass is, however narrow
 * (1000 + Exp(0.001)); a geometric grid, because C(t) moves with t itself; and every break of the law.
 */
export function cutoffScan(law: Law, low: number, high: number): Float64Array {
  const times = [low, ...law.breaks];
  const [from, to] = [Math.log(FIRST), -Math.log(LAST)];
  for (let i = 0; i <= QUANTILES; i++) {
    const logit = from + ((to - from) * i) / QUANTILES;
    times.push(law.quantile(1 / (1 + Math.exp(-logit))));
  }
  const top = Math.min(high, Math.max(endOfTail(law), low));
  const decades = Math.log10(top) - Math.log10(low);
  const steps = Math.ceil(decades * PER_DECADE);
  for (let i = 1; i < steps; i++) times.push(geometricBetween(low, top, i / steps));
  times.push(top, high);
  const inside = Float64Array.from(
    times.filter((time) => time >= low && time <= high && time < Infinity),
  ).sort();
  return inside.filter((time, i) => i === 0 || time > inside[i - 1]);
}

/** Where what is left of the tail no longer moves a mean: for heavy tails far beyond any quantile. */
function endOfTail(law: Law): number {
  const { high } = law.support;
  if (high < Infinity) return high;
  let time = Math.min(law.quantile(1 - LAST), Number.MAX_VALUE);
  while (time < 1e290 && time * law.survival(time) > 1e-13 * law.meanMin(time)) time *= 10;
  return time;
}
