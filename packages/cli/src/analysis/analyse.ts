import { noResetting, type ResettingTime } from "@mulligan/core";
import { gainInterval, MOST_LEFT } from "./gain-interval.ts";
import { type Observation, sampleOf } from "./sample.ts";
import { runsNeeded, type Verdict, verdictOf } from "./verdict.ts";
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
  /** Infinity where waiting does best. */
  readonly bestCutoff: number;
  readonly bestRate: number;
  /** Where some runs are `unfinished` it is an upper bound: these are taken to end when they were cut. */
  readonly rateWithoutCutoff: number;
  readonly gain: { readonly estimate: number; readonly low: number; readonly high: number };
  readonly restart: Verdict;
  /**
   * The share of runs that would go on beyond the longest time watched, if it matters (above 1%). What waiting
   * brings is then not known: `gain.high` is Infinity, and the gain is at least the estimate.
   */
  readonly unfinished: number;
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
  const shown = curveIndexes(sample.completed);
  const { best, gain, bands } = gainInterval(sample, resetting, seed, shown);
  const rateWithoutCutoff = finiteOr(curve.rateWithoutCutoff(), 0);
  const left = curve.survival[sample.size - 1];
  const shared = sample.units < sample.size;
  const restart = verdictOf({
    gain,
    completed: sample.ended,
    instances: shared ? sample.units : Infinity,
  });
  const pays = restart !== "no" && best >= 0 && curve.rate(best) > rateWithoutCutoff;
  return {
    name,
    runs: sample.size,
    completed: sample.ended,
    censored: sample.size - sample.ended,
    bestCutoff: pays ? sample.times[best] : Infinity,
    bestRate: pays ? curve.rate(best) : rateWithoutCutoff,
    rateWithoutCutoff,
    gain,
    restart,
    unfinished: left > MOST_LEFT ? left : 0,
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

/** Some sixty completions, evenly by rank. */
function curveIndexes(completed: Uint8Array): number[] {
  const ended = [...completed.keys()].filter((i) => completed[i] === 1);
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
