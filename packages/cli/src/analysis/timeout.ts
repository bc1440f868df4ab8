import type { ResettingTime } from "@mulligan/core/problem";
import { adviceOn, type RestartAdvice, runsNeeded } from "./advice.ts";
import { type GainInterval, gainInterval } from "./gain-interval.ts";
import { type Observation, type Sample, sampleOf } from "./sample.ts";
import { WeightedCurve } from "./weighted-curve.ts";

/**
 * What a log of runs that were cut says of the time at which they were. What waiting would bring is not in it; but every
 * cutoff up to that time is.
 */
export interface TimeoutVerdict {
  /** The longest time that enough runs were watched. */
  readonly at: number;
  /** Whether most of those that were cut were cut there: one timeout for all. */
  readonly common: boolean;
  /** The rate with a cutoff there. */
  readonly rate: number;
  /** Would a shorter one be better? */
  readonly shorter: RestartAdvice;
  /** The best up to there: a shorter one if it is shown to be better, otherwise the timeout itself. */
  readonly bestCutoff: number;
  /** What the best shorter one gets done for what the timeout gets done. */
  readonly gain: GainInterval["gain"];
  /** How many times as much a longer one, or none, could get done as the best known, at the most. */
  readonly atMost: number;
  /** How many runs more would probably say whether a shorter one is better. */
  readonly moreRuns: number;
}

/** So many runs must have been watched until a time, or a tenth of them, for anything to be said of a cutoff there. */
const FEWEST_WATCHED = 10;
const SHARE_WATCHED = 0.1;
/** Clocks and signals make some differ a little. */
const NEARLY = 0.9;

/**
 * Is the time at which runs were cut a good one? With T for it, a run of min(X, T) that pays nothing where it was cut is
 * one whose end everybody saw: waiting for *its* end is cutting at T. So the gain of a shorter cutoff over T is
 * found as that over waiting is. Undefined where nothing was paid by then.
 */
export function judgeTimeout(
  observations: readonly Observation[],
  resetting: ResettingTime,
  seed: number,
): TimeoutVerdict | undefined {
  const whole = sampleOf(observations);
  const { size, times, ended } = whole;
  const { at, common } = longestWatched(whole);
  const sample = sampleOf(endingAt(observations, at, resetting.mean(at)));
  const cutAtEnd = size - sample.times.findIndex((time) => time >= at + resetting.mean(at));
  const { best, gain } = gainInterval(sample, resetting, seed, { cutAtEnd });
  const shared = sample.units < sample.size;
  const shorter = adviceOn({ gain, completed: ended, instances: shared ? sample.units : Infinity });
  const curve = new WeightedCurve(sample, resetting);
  curve.compute(new Float64Array(size).fill(1));
  const rate = curve.rateWithoutCutoff();
  if (!(rate > 0)) return undefined;
  const bestRate = shorter === "yes" ? curve.rate(best) : rate;
  const full = new WeightedCurve(whole, resetting);
  full.compute(new Float64Array(size).fill(1));
  const last = times.indexOf(at);
  return {
    at,
    common,
    rate,
    shorter,
    bestCutoff: shorter === "yes" ? sample.times[best] : at,
    gain,
    // If all that were left at T ended right after it, each with what the others paid.
    atMost: (full.reward[last] + full.survival[last] * full.sample.meanReward) / full.time[last] / bestRate,
    moreRuns: shorter === "unclear" ? runsNeeded(gain, size, ended) : 0,
  };
}

/**
 * The longest time that enough runs were watched. Where most were cut at about the same time, the first of
 * these after the last completion: what came a little later is the clock's.
 */
function longestWatched({ size, times, completed }: Sample): Pick<TimeoutVerdict, "at" | "common"> {
  const watched = Math.max(1, Math.min(FEWEST_WATCHED, Math.ceil(SHARE_WATCHED * size)));
  const at = times[size - watched];
  const last = completed.lastIndexOf(1);
  const cut = completed.reduce((count, ended) => count + 1 - ended, 0);
  const near = times.filter((time, i) => completed[i] === 0 && time >= NEARLY * at).length;
  const common = 2 * near >= cut;
  return { at: common && size - 1 - last >= watched ? times[last + 1] : at, common };
}

/**
 * The same runs, if all had been cut at `at`, and that were their end. Those that were cut before it, but after the last
 * that completed by then, would have come there too, for all that is known.
 */
function endingAt(observations: readonly Observation[], at: number, reset: number): Observation[] {
  const last = observations.reduce(
    (most, { time, completed }) => (completed && time <= at ? Math.max(most, time) : most),
    0,
  );
  return observations.map((row) => {
    const came = row.completed ? row.time > at : row.time >= Math.min(last, at) && row.time > 0;
    return came ? { ...row, time: at + reset, completed: true, reward: 0 } : row;
  });
}
