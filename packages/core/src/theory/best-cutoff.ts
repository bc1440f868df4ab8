import { cutoffScan, isShortest, shortestCutoff } from "./cutoff-scan.ts";
import type { KnownArm } from "./known-arm.ts";
import { goldenSection, type Peak, polish } from "./maximise.ts";
import { rateGrowsWithoutEnd } from "./rate-at-zero.ts";
import { rewardRate } from "./reward-rate.ts";
import type { VariantOption } from "./variant.ts";

/** Which cutoffs may be chosen: a list, or all of an interval; ∞ is in the interval if `high` is ∞. */
export type AllowedCutoffs = readonly number[] | { readonly low: number; readonly high: number };

/** A cutoff that no other beats, and what it earns. */
export interface BestCutoff {
  /** t*, eqn:opt-restart-time; Infinity where no finite cutoff does better than waiting. */
  readonly cutoff: number;
  /** r(t*). */
  readonly rate: number;
  /**
   * False where ever shorter cutoffs earn ever more (a decreasing hazard and no resetting time), so that there
   * is no best one. If the rate grows without end, as with Weibull's law of shape ½, then `cutoff` is 0 and
   * `rate` Infinity. If it has a limit, as with a mixture of exponential laws, then `cutoff` is the
   * shortest that was tried, at which one trial in a million completes, and `rate` is close to that limit.
   */
  readonly attained: boolean;
}

/** Where to look for the best cutoff, and by which formula. */
export interface BestCutoffOptions extends VariantOption {
  /** Default: every cutoff in (0, ∞]. */
  readonly among?: AllowedCutoffs;
}

/** Rates this close count as equal, and of equals the longest cutoff is taken: no restart for nothing. */
export const FLAT = 1e-10;
const REFINED = 5;

/**
 * The cutoff with the largest reward rate, t* of eqn:opt-restart-time.
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

/** Of the peaks whose rate equals the highest, the longest cutoff. */
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
