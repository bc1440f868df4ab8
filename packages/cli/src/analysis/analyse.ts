import { noResetting, type ResettingTime } from "@mulligan/core";
import { gainInterval } from "./gain-interval.ts";
import { type Observation, sampleOf } from "./sample.ts";
import { WeightedCurve } from "./weighted-curve.ts";

type Verdict = "yes" | "no" | "unclear";

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
  readonly rateWithoutCutoff: number;
  readonly gain: { readonly estimate: number; readonly low: number; readonly high: number };
  readonly restart: Verdict;
  /** How many runs more would probably settle an unclear case; 0 for a clear one. */
  readonly moreRuns: number;
  readonly curve: readonly CurvePoint[];
}

export interface AnalysisOptions {
  readonly seed?: number;
  readonly resetting?: ResettingTime;
}

const FEWEST_COMPLETED = 20;
/** A gain that can be overlooked, and one that must be excluded before "no" is said. */
const SMALL = 1.1;
const LARGE = 2;
const WORTHWHILE = 1.5;
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
  const completed = sample.completed.reduce((sum, ended) => sum + ended, 0);
  const shown = curveIndexes(sample.completed);
  const { best, gain, heldOut, bands } = gainInterval(sample, resetting, seed, shown);
  const rateWithoutCutoff = finiteOr(curve.rateWithoutCutoff(), 0);
  const pays = best >= 0 && curve.rate(best) > rateWithoutCutoff;
  const restart = verdictOf(gain, heldOut, completed);
  return {
    name,
    runs: sample.size,
    completed,
    censored: sample.size - completed,
    bestCutoff: pays && restart !== "no" ? sample.times[best] : Infinity,
    bestRate: pays && restart !== "no" ? curve.rate(best) : rateWithoutCutoff,
    rateWithoutCutoff,
    gain,
    restart,
    moreRuns: restart === "unclear" ? runsNeeded(gain, sample.size, completed) : 0,
    curve: shown.map((i, place) => ({
      cutoff: sample.times[i],
      survival: curve.survival[i],
      rate: curve.rate(i),
      ...bands[place],
    })),
  };
}

/**
 * "Yes" where the interval lies above 1. "No" where it holds 1 and every gain worth having is excluded:
 * 50%, or, where the estimate is small, on these runs or on those held out, 100%. That is lenient, because without it an exponential
 * law would need ten thousand runs for a "no". Everything else, and few data, is unclear.
 */
function verdictOf(
  { estimate, low, high }: ArmAnalysis["gain"],
  heldOut: number,
  completed: number,
): Verdict {
  if (completed < FEWEST_COMPLETED) return "unclear";
  if (low > 1) return "yes";
  return high < WORTHWHILE || (Math.min(estimate, heldOut) < SMALL && high < LARGE) ? "no" : "unclear";
}

/** Intervals shrink like 1/√n: how many runs until this one would lie on one side. */
function runsNeeded({ estimate, low, high }: ArmAnalysis["gain"], runs: number, completed: number): number {
  const centre = Math.log(estimate);
  const [below, above] = [centre - Math.log(low), Math.log(high) - centre];
  const towardsYes = centre > 0 ? (below / centre) ** 2 : Infinity;
  const towardsNo = centre < Math.log(WORTHWHILE) ? (above / (Math.log(WORTHWHILE) - centre)) ** 2 : Infinity;
  const factor = Math.min(towardsYes, towardsNo, 100);
  const forCompletions = completed === 0 ? 2 : (2 * FEWEST_COMPLETED) / completed;
  return Math.max(
    1,
    Math.ceil(runs * (Math.max(Number.isFinite(factor) ? factor : 4, forCompletions, 1.1) - 1)),
  );
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
