import type { ResettingTime } from "@mulligan/core/problem";
import type { RestartAdvice } from "./advice.ts";
import type { TimeoutVerdict } from "./timeout.ts";

export interface AnalysisOptions {
  readonly seed?: number;
  readonly resetting?: ResettingTime;
}

export interface CurvePoint {
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
  /** How many ended by themselves, those that failed with them. */
  readonly completed: number;
  /** How many of these failed: they ended and paid nothing. */
  readonly failed: number;
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
  /** What can be said of the time at which runs were cut, where some are `unfinished`. */
  readonly timeout?: TimeoutVerdict;
  readonly curve: readonly CurvePoint[];
  /** The same for drawing, with points between completions, where the rate falls. */
  readonly line: readonly CurvePoint[];
}
