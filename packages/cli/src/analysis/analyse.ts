import { noResetting, type ResettingTime } from "@mulligan/core/problem";
import { adviceOn, type RestartAdvice, runsNeeded } from "./advice.ts";
import { gainInterval, MAX_LEFT } from "./gain-interval.ts";
import { type Observation, type Sample, sampleOf } from "./sample.ts";
import { WeightedCurve } from "./weighted-curve.ts";

interface CurvePoint {
  readonly cutoff: number;
  /** P(X > cutoff), by the product-limit curve. */
  readonly survival: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** What `analyze` says of one arm: the shape of an entry of its JSON document. */
export interface ArmAnalysis {
  readonly name: string;
  readonly runs: number;
  readonly completed: number;
  readonly censored: number;
  /** Infinity where waiting does best; of the times watched where some runs are `unfinished`. */
  readonly bestCutoff: number;
  readonly bestRate: number;
  /** Null where some runs are `unfinished`: nobody knows how long these would take. */
  readonly rateWithoutCutoff: number | null;
  readonly gain: { readonly estimate: number; readonly low: number; readonly high: number };
  readonly restart: RestartAdvice;
  /**
   * The share of runs that would go on beyond the longest time watched, if it matters (above 1%). What waiting
   * brings is then not known: `gain.high` is Infinity, and the gain is at least the estimate.
   */
  readonly unfinished: number;
  /** The share of runs that completed in no time, if it matters: the clock is too coarse to say how early to cut. */
  readonly instant: number;
  /** How many instances the runs are of, if several runs share one. */
  readonly instances?: number;
  /** How many runs more would probably settle an unclear case; 0 for a clear one. */
  readonly moreRuns: number;
  readonly curve: readonly CurvePoint[];
}

export interface AnalysisOptions {
  readonly seed?: number;
  readonly resetting?: ResettingTime;
}

const CURVE_POINTS = 60;

/** Should these runs be restarted, after how long, and what would it gain? */
export function analyse(
  name: string,
  observations: readonly Observation[],
  { seed = 1, resetting = noResetting }: AnalysisOptions = {},
): ArmAnalysis {
  const sample = sampleOf(observations);
  const curve = new WeightedCurve(sample, resetting);
  curve.compute(new Float64Array(sample.size).fill(1));
  const shown = curveIndexes(sample);
  const { best, gain: found, bands } = gainInterval(sample, resetting, seed, shown);
  const instant = instantShare(sample);
  const gain =
    instant > 0
      ? { ...found, low: lowByCoarseClock(observations, found.low, resetting, seed), high: Infinity }
      : found;
  const left = curve.survival[sample.size - 1];
  const unfinished = left > MAX_LEFT ? left : 0;
  const shared = sample.units < sample.size;
  const restart = adviceOn({
    gain,
    completed: sample.ended,
    instances: shared ? sample.units : Infinity,
  });
  return {
    name,
    runs: sample.size,
    completed: sample.ended,
    censored: sample.size - sample.ended,
    ...(unfinished > 0 ? ratesWatched(curve, best) : rates(curve, restart === "no" ? -1 : best)),
    gain,
    restart,
    unfinished,
    instant,
    ...(shared ? { instances: sample.units } : {}),
    moreRuns: restart === "unclear" ? runsNeeded(gain, sample.size, sample.ended) : 0,
    curve: shown.map((i, place) => ({
      cutoff: sample.times[i],
      survival: curve.survival[i],
      rate: curve.rate(i),
      ...bands[place],
    })),
  };
}

/** More of the runs than this at time 0: with a clock a little finer, a cutoff right after might be the best by far. */
const MAX_INSTANT = 0.02;

function instantShare({ times, completed, size }: Sample): number {
  let count = 0;
  while (count < size && times[count] === 0 && completed[count] === 1) count++;
  return count > MAX_INSTANT * size ? count / size : 0;
}

/** A run of no time may have taken a whole tick of the clock, and so may every other: with that added, the least gain. */
function lowByCoarseClock(
  observations: readonly Observation[],
  low: number,
  resetting: ResettingTime,
  seed: number,
): number {
  const tick = observations.reduce((least, { time }) => (time > 0 ? Math.min(least, time) : least), Infinity);
  if (tick === Infinity) return low;
  const longer = sampleOf(observations.map((run) => ({ ...run, time: run.time + tick })));
  return Math.min(low, gainInterval(longer, resetting, seed).gain.low);
}

type Rates = Pick<ArmAnalysis, "bestCutoff" | "bestRate" | "rateWithoutCutoff">;

/** The rate of the cutoff at run `best`, if there is one, or of waiting, if that earns as much. */
function rates(curve: WeightedCurve, best: number): Rates {
  const rateWithoutCutoff = finiteOr(curve.rateWithoutCutoff(), 0);
  const rate = best >= 0 ? curve.rate(best) : 0;
  return rate > rateWithoutCutoff
    ? { bestCutoff: curve.sample.times[best], bestRate: rate, rateWithoutCutoff }
    : { bestCutoff: Infinity, bestRate: rateWithoutCutoff, rateWithoutCutoff };
}

/**
 * The same where only finite cutoffs are known, up to the longest time watched. With too few runs to choose
 * from it is that one: completions for all the time that was watched, the rate that chance moves least.
 */
function ratesWatched(curve: WeightedCurve, best: number): Rates {
  const at = best >= 0 ? best : curve.sample.size - 1;
  return {
    bestCutoff: curve.sample.times[at],
    bestRate: finiteOr(curve.rate(at), 0),
    rateWithoutCutoff: null,
  };
}

/** Some sixty times of completions, evenly by rank; after the last run of each, since all of them are cut there. */
function curveIndexes({ times, completed }: Sample): number[] {
  const ended = [...completed.keys()].filter(
    (i) => completed[i] === 1 && times[i] > 0 && !(completed[i + 1] === 1 && times[i + 1] === times[i]),
  );
  const step = Math.max(1, ended.length / CURVE_POINTS);
  const picked = Array.from(
    { length: Math.min(CURVE_POINTS, ended.length) },
    (_, k) => ended[Math.floor(k * step)],
  );
  if (ended.length > 0) picked.push(ended.at(-1)!);
  return [...new Set(picked)];
}

function finiteOr(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise;
}
