import type { ResettingTime } from "../problem/arm.ts";
import { adviceOn, type Gain, type RestartAdvice, runsNeeded } from "./advice.ts";
import { gainInterval } from "./gain-interval.ts";
import { type LoggedRun, type Sample, sampleOf } from "./sample.ts";
import { WeightedCurve } from "./weighted-curve.ts";

/**
 * The judgement of the time at which the runs of a log were cut. The log does not show what waiting would bring, but it
 * shows what every cutoff up to that time brings.
 */
export interface TimeoutVerdict {
  /** The longest time for which enough runs were watched. */
  readonly at: number;
  /** True if most of the runs that were cut were cut there, as with one timeout for all. */
  readonly common: boolean;
  /** The rate with a cutoff there. */
  readonly rate: number;
  /** Whether a shorter cutoff would be better. */
  readonly shorter: RestartAdvice;
  /** The best cutoff up to there: a shorter one if it is shown to be better, otherwise the timeout itself. */
  readonly bestCutoff: number;
  /** The rate at `bestCutoff`. */
  readonly bestRate: number;
  /** The rate of the best shorter cutoff over the rate of the timeout. */
  readonly gain: Gain;
  /** An upper limit of the rate of a longer cutoff, or of none, over the best rate known. */
  readonly atMost: number;
  /** The number of further runs that would probably show whether a shorter cutoff is better. */
  readonly moreRuns: number;
}

/** A cutoff is judged only if at least this many runs, or this share of them, were watched until it. */
const FEWEST_WATCHED = 10;
const SHARE_WATCHED = 0.1;
/** Runs cut at the same timeout differ a little, by clocks and signals. */
const NEARLY = 0.9;

/**
 * Judges the time T at which runs were cut. A run of min(X, T) without a reward where it was cut is complete, and
 * waiting for its end means cutting at T. So the gain of a shorter cutoff over T is estimated like the gain over
 * waiting. Returns undefined if no run earned a reward by then.
 */
export function judgeTimeout(
  runs: readonly LoggedRun[],
  resetting: ResettingTime,
  seed: number,
): TimeoutVerdict | undefined {
  const whole = sampleOf(runs);
  const { size, times, ended } = whole;
  const { at, common } = longestWatched(whole);
  const sample = sampleOf(endingAt(runs, at, resetting.mean(at)));
  const cutAtEnd = size - sample.times.findIndex((time) => time >= at + resetting.mean(at));
  const { best, gain } = gainInterval(sample, resetting, seed, { cutAtEnd });
  const shared = sample.units < sample.size;
  const shorter = adviceOn(gain, ended, shared ? sample.units : Infinity);
  const curve = new WeightedCurve(sample, resetting);
  const rate = curve.rateWithoutCutoff();
  if (!(rate > 0)) return undefined;
  const bestRate = shorter === "yes" ? curve.rate(best) : rate;
  const full = new WeightedCurve(whole, resetting);
  const last = times.indexOf(at);
  return {
    at,
    common,
    rate,
    shorter,
    bestCutoff: shorter === "yes" ? sample.times[best] : at,
    bestRate,
    gain,
    // If all that were left at T ended right after it, each with what the others paid.
    atMost: (full.reward[last] + full.survival[last] * full.sample.meanReward) / full.time[last] / bestRate,
    moreRuns: shorter === "unclear" ? runsNeeded(gain, size, ended) : 0,
  };
}

/**
 * Returns the longest time for which enough runs were watched. If most were cut at about the same time, it is the first
 * of these times after the last completion; slightly later cuts come from the clock.
 */
export function longestWatched({ size, times, completed }: Sample): Pick<TimeoutVerdict, "at" | "common"> {
  const watched = Math.max(1, Math.min(FEWEST_WATCHED, Math.ceil(SHARE_WATCHED * size)));
  const at = times[size - watched];
  const last = completed.lastIndexOf(1);
  const cut = completed.reduce((count, ended) => count + 1 - ended, 0);
  const near = times.filter((time, i) => completed[i] === 0 && time >= NEARLY * at).length;
  const common = 2 * near >= cut;
  return { at: common && size - 1 - last >= watched ? times[last + 1] : at, common };
}

/**
 * Returns the same runs as if all had been cut at `at`, and had ended there. Runs that were cut earlier, but after the
 * last completion by then, might have lasted until there, so they count as such.
 */
export function endingAt(runs: readonly LoggedRun[], at: number, reset: number): LoggedRun[] {
  const last = runs.reduce(
    (most, { time, completed }) => (completed && time <= at ? Math.max(most, time) : most),
    0,
  );
  return runs.map((row) => {
    const came = row.completed ? row.time > at : row.time >= Math.min(last, at) && row.time > 0;
    return came ? { ...row, time: at + reset, completed: true, reward: 0 } : row;
  });
}
