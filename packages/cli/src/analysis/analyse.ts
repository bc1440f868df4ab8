import { noResetting, type ResettingTime } from "@mulligan/core/problem";
import { adviceOn, runsNeeded } from "./advice.ts";
import type { AnalysisOptions, ArmAnalysis } from "./arm-analysis.ts";
import { curvePlaces, linePlaces } from "./curve-places.ts";
import { gainInterval, MAX_LEFT } from "./gain-interval.ts";
import { inPlainUnit } from "./plain-unit.ts";
import { type Observation, type Sample, sampleOf } from "./sample.ts";
import { judgeTimeout, type TimeoutVerdict } from "./timeout.ts";
import { WeightedCurve } from "./weighted-curve.ts";

/** Should these runs be restarted, after how long, and what would it gain? */
export function analyse(
  name: string,
  observations: readonly Observation[],
  options: AnalysisOptions = {},
): ArmAnalysis {
  return inPlainUnit(observations, options, (rows, inUnit) => analyseRows(name, rows, inUnit));
}

function analyseRows(
  name: string,
  observations: readonly Observation[],
  { seed = 1, resetting = noResetting }: AnalysisOptions,
): ArmAnalysis {
  const sample = sampleOf(observations);
  const curve = new WeightedCurve(sample, resetting);
  curve.compute(new Float64Array(sample.size).fill(1));
  const shown = curvePlaces(sample);
  const drawn = linePlaces(sample, shown);
  const { best, gain: found, bands } = gainInterval(sample, resetting, seed, { bandAt: drawn });
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
  const line = drawn.map(({ run, cutoff }, place) => ({
    cutoff,
    survival: curve.survival[run],
    rate: curve.rateAt(run, cutoff),
    ...bands[place],
  }));
  const timeout = unfinished > 0 ? judgeTimeout(observations, resetting, seed) : undefined;
  const atCompletions = new Set(shown.map(({ cutoff }) => cutoff));
  return {
    name,
    runs: sample.size,
    completed: sample.ended,
    failed: observations.filter(({ completed, reward }) => completed && reward === 0).length,
    censored: sample.size - sample.ended,
    ...(unfinished > 0 ? ratesWatched(curve, best, timeout) : rates(curve, restart === "no" ? -1 : best)),
    gain,
    restart,
    unfinished,
    instant,
    ...(shared ? { instances: sample.units } : {}),
    moreRuns: restart === "unclear" ? runsNeeded(gain, sample.size, sample.ended) : 0,
    ...(timeout === undefined ? {} : { timeout }),
    curve: line.filter(({ cutoff }) => atCompletions.has(cutoff)),
    line,
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
function ratesWatched(curve: WeightedCurve, best: number, timeout: TimeoutVerdict | undefined): Rates {
  if (timeout?.shorter === "no") {
    return { bestCutoff: timeout.at, bestRate: timeout.rate, rateWithoutCutoff: null };
  }
  const at = best >= 0 ? best : curve.sample.size - 1;
  return {
    bestCutoff: curve.sample.times[at],
    bestRate: finiteOr(curve.rate(at), 0),
    rateWithoutCutoff: null,
  };
}

function finiteOr(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise;
}
