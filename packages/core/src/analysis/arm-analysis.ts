import type { ResettingTime } from "../problem/resetting.ts";
import type { Gain, RestartAdvice } from "./advice.ts";
import type { LoggedRun } from "./sample.ts";
import type { TimeoutVerdict } from "./timeout.ts";

/** What an analysis takes into account. */
export interface AnalysisOptions {
  /** Of the bootstrap. Default 1. */
  readonly seed?: number;
  /** What a restart costs. Default nothing. */
  readonly resetting?: ResettingTime;
}

/** The reward rate at one cutoff, with a 95% band. */
export interface CurvePoint {
  readonly cutoff: number;
  /** P(X > cutoff), by the product-limit curve. */
  readonly survival: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** What the runs of one arm say: the shape of an entry of the JSON document of `mulligan analyze`. */
export interface ArmAnalysis {
  readonly name: string;
  readonly runs: number;
  /** How many ended by themselves, with those that failed. */
  readonly completed: number;
  /** How many of these failed: they ended and paid nothing. */
  readonly failed: number;
  readonly censored: number;
  /** Infinity where waiting does best; the best of the times watched where some runs are `unfinished`. */
  readonly bestCutoff: number;
  readonly bestRate: number;
  /** Null where some runs are `unfinished`, since the log does not show how long these would take. */
  readonly rateWithoutCutoff: number | null;
  readonly gain: Gain;
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
  /** How many more runs would probably make an unclear case clear; 0 for a clear one. */
  readonly moreRuns: number;
  /** The verdict on the time at which runs were cut, where some are `unfinished`. */
  readonly timeout?: TimeoutVerdict;
  readonly curve: readonly CurvePoint[];
  /** The curve for drawing, with points between completions, where the rate falls. */
  readonly line: readonly CurvePoint[];
}

/** The squares of times between these are finite and above 0, as standard errors need them. */
const LONGEST = 1e100;
const SHORTEST = 1e-100;

/** Analyses runs in a unit in which squares of their times are numbers, so that times of 10¹⁵⁵ need no other care. */
export function inPlainUnit(
  runs: readonly LoggedRun[],
  options: AnalysisOptions,
  analyse: (runs: readonly LoggedRun[], options: AnalysisOptions) => ArmAnalysis,
): ArmAnalysis {
  const unit = unitFor(runs);
  if (unit === 1) return analyse(runs, options);
  const rows = runs.map((row) => ({ ...row, time: row.time / unit }));
  return fromUnit(analyse(rows, optionsIn(options, unit)), unit);
}

/** The unit of the times: 1, but for times so long or short that their squares are no numbers. */
function unitFor(runs: readonly LoggedRun[]): number {
  const longest = runs.reduce((most, { time }) => Math.max(most, time), 0);
  return longest > LONGEST || (longest > 0 && longest < SHORTEST) ? 2 ** Math.floor(Math.log2(longest)) : 1;
}

function optionsIn({ seed, resetting }: AnalysisOptions, unit: number): AnalysisOptions {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(resetting === undefined
      ? {}
      : { resetting: { ...resetting, mean: (cutoff) => resetting.mean(cutoff * unit) / unit } }),
  };
}

function fromUnit(analysis: ArmAnalysis, unit: number): ArmAnalysis {
  const point = ({ cutoff, survival, rate, low, high }: CurvePoint): CurvePoint => ({
    cutoff: cutoff * unit,
    survival,
    rate: rate / unit,
    low: low / unit,
    high: high / unit,
  });
  const { bestCutoff, bestRate, rateWithoutCutoff, timeout, curve, line } = analysis;
  return {
    ...analysis,
    bestCutoff: bestCutoff * unit,
    bestRate: bestRate / unit,
    rateWithoutCutoff: rateWithoutCutoff === null ? null : rateWithoutCutoff / unit,
    ...(timeout === undefined
      ? {}
      : {
          timeout: {
            ...timeout,
            at: timeout.at * unit,
            rate: timeout.rate / unit,
            bestCutoff: timeout.bestCutoff * unit,
          },
        }),
    curve: curve.map(point),
    line: line.map(point),
  };
}
