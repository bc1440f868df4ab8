import type { Law } from "../distributions/law.ts";
import { geometricBetween } from "../problem/cutoffs.ts";
import type { KnownArm, VariantOption } from "./known-arm.ts";
import { rateGrowsWithoutEnd, rewardRate } from "./reward-rate.ts";

/** The cutoffs that may be chosen: a list, or all of an interval; ∞ is in the interval if `high` is ∞. */
export type AllowedCutoffs = readonly number[] | { readonly low: number; readonly high: number };

/** The best cutoff and its rate. */
export interface BestCutoff {
  /** t*, eqn:opt-restart-time; Infinity where no finite cutoff does better than waiting. */
  readonly cutoff: number;
  /** r(t*). */
  readonly rate: number;
  /**
   * False if ever shorter cutoffs earn ever more (a decreasing hazard and no resetting time), so that there is no best
   * one. If the rate grows without bound, as with Weibull's law of shape ½, `cutoff` is 0 and `rate` Infinity. If it
   * has a limit, as with a mixture of exponential laws, `cutoff` is the shortest that was tried, at which one trial in
   * a million completes, and `rate` is close to that limit.
   */
  readonly attained: boolean;
}

/** The cutoffs to search, and the formula to use. */
export interface BestCutoffOptions extends VariantOption {
  /** The cutoffs to search. Default: every cutoff in (0, ∞]. */
  readonly among?: AllowedCutoffs;
}

/** Rates this close count as equal. Of equal ones the longest cutoff is taken, to avoid useless restarts. */
export const FLAT = 1e-10;
const REFINED = 5;

/**
 * Returns the cutoff with the largest reward rate, t* of eqn:opt-restart-time.
 *
 * @example
 * ```ts
 * import { pareto, rewardOne } from "@mulligan/core/distributions";
 * import { bestCutoff, knownArm } from "@mulligan/core/theory";
 *
 * const job = knownArm(rewardOne(pareto(50, 1.2)));
 * const { cutoff, rate } = bestCutoff(job);
 * console.log(cutoff.toFixed(0), rate.toFixed(5)); // → 163 0.00738
 * ```
 */
export function bestCutoff(arm: KnownArm, options: BestCutoffOptions = {}): BestCutoff {
  const rate = (cutoff: number) => rewardRate(arm, cutoff, options);
  const { among } = options;
  if (isList(among)) {
    if (among.length === 0) throw new RangeError("bestCutoff: the list of cutoffs must not be empty, got []");
    return longest(among.map((at) => ({ at, value: rate(at) })));
  }
  if (among === undefined && rate(Infinity) < Infinity && rateGrowsWithoutEnd(arm, options)) {
    return { cutoff: 0, rate: Infinity, attained: false };
  }
  const { low, high } = among ?? { low: shortestCutoff(arm.law.time), high: Infinity };
  if (!(low > 0 && low <= high)) {
    throw new RangeError(`bestCutoff: 0 < low ≤ high must hold, got low ${low}, high ${high}`);
  }
  if (low === Infinity) return longest([{ at: low, value: rate(low) }]);
  const peaks = peaksOfRate(arm, rate, low, high);
  if (high === Infinity) peaks.push({ at: Infinity, value: rate(Infinity) });
  const best = longest(peaks);
  return { ...best, attained: among !== undefined || !isShortest(arm.law.time, best.cutoff) };
}

/** The highest few peaks of the scan, refined between their neighbours; the far end is always among them. */
function peaksOfRate(arm: KnownArm, rate: (t: number) => number, low: number, high: number): Peak[] {
  const times = cutoffScan(arm.law.time, low, high);
  const rates = times.map(rate);
  const end = times.length - 1;
  const tops: number[] = [];
  for (let i = 0; i <= end; i++) {
    if ((i === 0 || rates[i] >= rates[i - 1]) && (i === end || rates[i] >= rates[i + 1])) tops.push(i);
  }
  tops.sort((i, j) => rates[j] - rates[i] || times[j] - times[i]);
  const peaks: Peak[] = [{ at: times[end], value: rates[end] }];
  for (const i of tops.slice(0, REFINED)) {
    let peak: Peak = { at: times[i], value: rates[i] };
    for (const [from, to] of [
      [i - 1, i],
      [i, i + 1],
    ]) {
      if (from < 0 || to > end) continue;
      const inside = refine(arm, rate, times[from], times[to]);
      if (inside.value > peak.value) peak = inside;
    }
    peaks.push(peak);
  }
  return peaks;
}

/** The peak between two points of the scan, searched in log t; polished if no break of the law is near. */
function refine(arm: KnownArm, rate: (t: number) => number, from: number, to: number): Peak {
  const width = Math.log(to / from);
  const at = (x: number) => from * Math.exp(x);
  const onLog = (x: number) => rate(at(x));
  const rough = goldenSection(onLog, 0, width);
  const step = width / 50;
  const [near, far] = [at(rough.at - 3 * step), at(rough.at + 3 * step)];
  const smooth = !arm.law.time.breaks.some((time) => time >= near && time <= far);
  const peak = smooth ? polish(onLog, rough, step) : rough;
  return { at: at(peak.at), value: peak.value };
}

/** Returns the longest cutoff among the peaks with the highest rate. */
function longest(peaks: readonly Peak[]): BestCutoff {
  const known = peaks.filter(({ value }) => !Number.isNaN(value));
  if (known.length === 0) {
    throw new RangeError(
      "bestCutoff: the rate must be a number at some cutoff, got NaN at each: times or rewards are too long or too short for one",
    );
  }
  const highest = known.reduce((most, { value }) => Math.max(most, value), 0);
  const equal = known.filter(({ value }) => value >= highest * (1 - FLAT));
  const { at, value } = equal.reduce((a, b) => (b.at > a.at ? b : a));
  return { cutoff: at, rate: value, attained: true };
}

function isList(among: AllowedCutoffs | undefined): among is readonly number[] {
  return Array.isArray(among);
}

/** The decision that alg:opt-st repeats, and its rate. */
export interface Optimal extends BestCutoff {
  /** k*, an index into the arms; of equal arms, the first. */
  readonly arm: number;
}

/**
 * Returns the best decision over all arms and cutoffs: the value r* = max r_k(t), and the (k*, t*) that attains it. The
 * paper prints `argmax` for the value, and its static algorithm cuts at an unnamed t (docs/errata.md#e2).
 */
export function optimal(arms: readonly KnownArm[], options: BestCutoffOptions = {}): Optimal {
  if (arms.length === 0) throw new RangeError("optimal: at least one arm must be given, got none");
  return arms
    .map((known, arm) => ({ arm, ...bestCutoff(known, options) }))
    .reduce((best, other) => (other.rate > best.rate ? other : best));
}

/** Chance of completing by the shortest cutoff that a search over all cutoffs considers. */
const FIRST = 1e-6;
/** Chance of not completing by the longest quantile; heavier tails are followed further by the log grid. */
const LAST = 1e-12;
const QUANTILES = 240;
const PER_DECADE = 8;

/** The shortest cutoff that a search over all cutoffs considers: a one-in-a-million quantile or an earlier break. */
function shortestCutoff(law: Law): number {
  const quantile = law.quantile(FIRST);
  const first = law.breaks.find((time) => time > 0) ?? Infinity;
  return Math.min(first, quantile > 0 ? quantile : Infinity);
}

/** True if the cutoff is at the lower end of the search, unless the law itself begins or breaks there. */
function isShortest(law: Law, cutoff: number): boolean {
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

/** The time beyond which the tail no longer changes a mean; for heavy tails far beyond any quantile. */
function endOfTail(law: Law): number {
  const { high } = law.support;
  if (high < Infinity) return high;
  let time = Math.min(law.quantile(1 - LAST), Number.MAX_VALUE);
  while (time < 1e290 && time * law.survival(time) > 1e-13 * law.meanMin(time)) time *= 10;
  return time;
}

/** A maximum of a function of one variable: its place and its height. */
interface Peak {
  readonly at: number;
  readonly value: number;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
const STEPS = 56;

/** Golden section: the maximum of a function with one peak in [low, high], to √ε of the interval. */
export function goldenSection(f: (x: number) => number, low: number, high: number): Peak {
  let a = low;
  let b = high;
  let left = b - GOLDEN * (b - a);
  let right = a + GOLDEN * (b - a);
  let [fLeft, fRight] = [f(left), f(right)];
  for (let i = 0; i < STEPS; i++) {
    if (fLeft < fRight) {
      [a, left, fLeft] = [left, right, fRight];
      right = a + GOLDEN * (b - a);
      fRight = f(right);
    } else {
      [b, right, fRight] = [right, left, fLeft];
      left = b - GOLDEN * (b - a);
      fLeft = f(left);
    }
  }
  return fLeft < fRight ? { at: right, value: fRight } : { at: left, value: fLeft };
}

/**
 * Values alone give a peak to √ε; the root of the derivative gives it to nearly ε. A five-point difference, bisected
 * around the peak. The function must be smooth within three `step`s of it.
 */
export function polish(f: (x: number) => number, peak: Peak, step: number): Peak {
  const slope = (x: number) => 8 * (f(x + step) - f(x - step)) - (f(x + 2 * step) - f(x - 2 * step));
  let low = peak.at - step;
  let high = peak.at + step;
  if (!(slope(low) > 0 && slope(high) < 0)) return peak;
  for (let i = 0; i < 48; i++) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  const at = (low + high) / 2;
  const value = f(at);
  return value >= peak.value * (1 - 1e-12) ? { at, value } : peak;
}
