import {
  type ArmAnalysis,
  type CurvePoint,
  type LoggedRun,
  sampleOf,
  WeightedCurve,
} from "@mulligan/core/analysis";
import { countUpTo, type ResettingTime } from "@mulligan/core/problem";

/** All that is needed to say what any timeout would mean, small enough to be evaluated at every move of a slider. */
export interface TimeoutCurve {
  readonly name: string;
  /** Times of runs, ascending. */
  readonly times: Float64Array;
  /** P(X > t), E[min(X, t)] and E[R ; X ≤ t] at each of them. */
  readonly survival: Float64Array;
  readonly usage: Float64Array;
  readonly reward: Float64Array;
  readonly bestCutoff: number;
  readonly bestRate: number;
  /** Null if unknown, because some runs were cut later than all others ended. */
  readonly rateWithoutCutoff: number | null;
  /** Where the same input is tried again: the rate at some cutoffs, which all runs together do not tell. */
  readonly rates?: readonly Pick<CurvePoint, "cutoff" | "rate">[];
}

/** Shares are exact to at least a thousandth. */
const MAX_PLACES = 1_000;

export function timeoutCurve(
  analysis: ArmAnalysis,
  observations: readonly LoggedRun[],
  resetting: ResettingTime,
): TimeoutCurve {
  const sample = sampleOf(observations);
  const curve = new WeightedCurve(sample, resetting);
  const places = placesOf(sample.times);
  const at = (values: Float64Array) => Float64Array.from(places, (place) => values[place]);
  const { name, bestCutoff, bestRate, rateWithoutCutoff, retries, line } = analysis;
  return {
    name,
    times: at(sample.times),
    survival: at(curve.survival),
    usage: at(curve.time),
    reward: at(curve.reward),
    bestCutoff,
    bestRate,
    rateWithoutCutoff,
    ...(retries === undefined ? {} : { rates: line.map(({ cutoff, rate }) => ({ cutoff, rate })) }),
  };
}

/** Ranks at even distances, each the last with its time, and the last of all. */
function placesOf(times: Float64Array): number[] {
  const step = Math.max(1, times.length / MAX_PLACES);
  const places: number[] = [];
  for (let k = step; k <= times.length; k += step) {
    let place = Math.ceil(k) - 1;
    while (place + 1 < times.length && times[place + 1] === times[place]) place++;
    if (places.at(-1) !== place) places.push(place);
  }
  if (times.length > 0 && places.at(-1) !== times.length - 1) places.push(times.length - 1);
  return places;
}

export interface TimeoutMeaning {
  /** The share of runs that finish in time. */
  readonly finished: number;
  readonly rate: number;
  /** Whether the timeout is longer than every run. */
  readonly beyond: boolean;
}

export function meaningOf(curve: TimeoutCurve, timeout: number, resetting: ResettingTime): TimeoutMeaning {
  const { times, survival, usage, reward, rates } = curve;
  const place = countUpTo(times, timeout) - 1;
  const beyond = timeout > times[times.length - 1];
  if (rates !== undefined) {
    const known = rates.findLast(({ cutoff }) => cutoff <= timeout);
    const rate = beyond ? undefined : known?.rate;
    const finished = place < 0 ? 0 : 1 - survival[place];
    return { finished, rate: rate ?? curve.rateWithoutCutoff ?? 0, beyond };
  }
  if (place < 0) return { finished: 0, rate: 0, beyond: false };
  const left = survival[place];
  const spent = usage[place] + left * (timeout - times[place]) + left * resetting.mean(timeout);
  return {
    finished: 1 - left,
    rate: spent > 0 ? reward[place] / spent : 0,
    beyond,
  };
}
