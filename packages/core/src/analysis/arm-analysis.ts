import type { ResettingTime } from "../problem/arm.ts";
import type { Gain, RestartAdvice, UnclearReason } from "./advice.ts";
import type { LoggedRun } from "./sample.ts";
import type { TimeoutVerdict } from "./timeout.ts";

/** The options of an analysis. */
export interface AnalysisOptions {
  /** The seed of the bootstrap. Default: 1. */
  readonly seed?: number;
  /** The time that a restart costs. Default: none. */
  readonly resetting?: ResettingTime;
  /**
   * The instance that is tried after a cut, if the runs belong to several: the `same` one (the default), or `another`
   * one, as in the paper's model. With `another`, all runs are draws of one law, and runs of one instance resemble each
   * other.
   */
  readonly next?: "same" | "another";
}

/** The reward rate at one cutoff, with a 95% band. */
export interface CurvePoint {
  readonly cutoff: number;
  /** P(X > cutoff), by the product-limit curve. */
  readonly survival: number;
  /** The estimated reward per unit of time. */
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** The analysis of one arm, in the form of an entry of the JSON document of `mulligan analyze`. */
export interface ArmAnalysis extends Counts, ArmFindings {
  readonly name: string;
  /** Present if it is unclear whether to restart. */
  readonly reason?: UnclearReason;
  /** The number of instances, if the runs belong to several. */
  readonly instances?: number;
  /** The analysis of further tries at the same instance. Rates count each repeated instance once. */
  readonly retries?: Retries;
}

export interface Counts {
  readonly runs: number;
  /** The number of runs that ended by themselves, with those that failed. */
  readonly completed: number;
  /** The number of these that failed: they ended without reward. */
  readonly failed: number;
  readonly censored: number;
  /**
   * The share of runs that would go on beyond the longest time watched, if it matters (above 1%). The reward of waiting
   * is then unknown: the gain is one over the timeout, if all runs have the same; otherwise `gain.high` is Infinity,
   * and the gain is at least the estimate.
   */
  readonly unfinished: number;
  /** The share of runs that completed in no time, if it matters: the clock is too coarse to say how early to cut. */
  readonly instant: number;
  /** The step of the clock, if it matters: all times are multiples of it, and it is no small part of them. Otherwise 0. */
  readonly step: number;
}

export interface ArmFindings {
  /** The best cutoff: Infinity if waiting is best; the best of the times watched if some runs are `unfinished`. */
  readonly bestCutoff: number;
  readonly bestRate: number;
  /** The rate of waiting; null if some runs are `unfinished`, since the log does not show how long these would take. */
  readonly rateWithoutCutoff: number | null;
  /** The gain over waiting, or over the timeout at which most runs were cut, if there is one (`timeout.common`). */
  readonly gain: Gain;
  readonly restart: RestartAdvice;
  /** The number of further runs that would probably make an unclear case clear; 0 for a clear one. */
  readonly moreRuns: number;
  /** The verdict on the time at which runs were cut, where some are `unfinished`. */
  readonly timeout?: TimeoutVerdict;
  readonly curve: readonly CurvePoint[];
  /** The curve for drawing, with points between completions, where the rate falls. Empty where no rate is known. */
  readonly line: readonly CurvePoint[];
}

/** The analysis of further tries at the same instance. */
export interface Retries {
  /** The number of instances that were run more than once and watched to the end or the timeout. */
  readonly repeated: number;
  /** The number of cuts that the gain assumes before a last try that runs to its end. The runs show no more. */
  readonly restarts: number;
  /** The share of the variance of log times that lies within instances; null if none is repeated. */
  readonly within: number | null;
}

/** The squares of times between these are finite and above 0, as standard errors need them. */
const LONGEST = 1e100;
const SHORTEST = 1e-100;

/** Analyses runs in a unit in which squares of their times are finite, so that times of 10¹⁵⁵ need no other care. */
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

function optionsIn({ resetting, ...options }: AnalysisOptions, unit: number): AnalysisOptions {
  if (resetting === undefined) return options;
  return { ...options, resetting: { ...resetting, mean: (cutoff) => resetting.mean(cutoff * unit) / unit } };
}

function fromUnit(analysis: ArmAnalysis, unit: number): ArmAnalysis {
  const point = ({ cutoff, survival, rate, low, high }: CurvePoint): CurvePoint => ({
    cutoff: cutoff * unit,
    survival,
    rate: rate / unit,
    low: low / unit,
    high: high / unit,
  });
  const { step, bestCutoff, bestRate, rateWithoutCutoff, timeout, curve, line } = analysis;
  return {
    ...analysis,
    step: step * unit,
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
            bestRate: timeout.bestRate / unit,
          },
        }),
    curve: curve.map(point),
    line: line.map(point),
  };
}
