/** The answer to the question whether to restart. */
export type RestartAdvice = "yes" | "no" | "unclear";

/** The reason for an unclear answer. */
export type UnclearReason =
  /** Fewer completed runs than `FEWEST_COMPLETED`. */
  | "few-runs"
  /** Fewer instances than `FEWEST_INSTANCES`. */
  | "few-instances"
  /** Too few instances were run more than once to know whether another try at the same one takes as long. */
  | "run-once"
  /** Runs of the same instance were cut before their end, at differing times. */
  | "cut-early"
  /** The times depend on the run before, as on a machine that is busy for a while. */
  | "dependent-runs"
  | "coarse-clock"
  | "nothing-paid"
  /** The runs are enough, but the interval holds both answers. */
  | "wide-interval";

/**
 * With fewer completed runs the answer is always "unclear" and no gain is given. A kind of run that makes up one in
 * seven is missing from 20 runs with a probability of 5%, and resampling cannot show what it would add to the interval.
 */
export const FEWEST_COMPLETED = 20;
/** Fewer instances do not show how much instances differ. One is enough if all runs belong to it. */
export const FEWEST_INSTANCES = 10;
/** Gains of rising weight, which separate "no" from "unclear". */
const NEGLIGIBLE = 1.02;
const SLIGHT = 1.2;
const WORTHWHILE = 1.5;
const DOUBLE = 2;

/** The ratio of what gets done with restarts to what gets done without, with a 95% interval. */
export interface Gain {
  /** The estimate, without the luck of the best of many cutoffs. */
  readonly estimate: number;
  /** The lower end of the interval. */
  readonly low: number;
  /** The upper end of the interval; Infinity if the log sets no limit. */
  readonly high: number;
}

/** The gain if nothing is known: waiting is always allowed. */
export const NO_GAIN_KNOWN: Gain = { estimate: 1, low: 0, high: Infinity };

/**
 * Returns "yes" if the interval is above 1. "No" is a statement of equivalence: the interval contains 1 and excludes
 * every gain worth having: 50%, or 100% if the estimate is small. It cannot be stricter. After 300 exponential runs the
 * rate at the tenth percentile is known to ±35%, so a limit of a few percent would need ten thousand. `instances` is
 * Infinity if each run is its own.
 */
export function adviceOn(gain: Gain, completed: number, instances: number): RestartAdvice {
  if (completed < FEWEST_COMPLETED || instances < FEWEST_INSTANCES) return "unclear";
  if (gain.high < NEGLIGIBLE) return "no";
  if (gain.low > 1) return "yes";
  return gain.high < (gain.estimate < SLIGHT ? DOUBLE : WORTHWHILE) ? "no" : "unclear";
}

const MAX_TIMES = 100;
const TIMES_IF_UNKNOWN = 4;

/** Returns how many more runs would make the answer clear, since intervals shrink like 1/√n. */
export function runsNeeded({ estimate, low, high }: Gain, runs: number, completed: number): number {
  const centre = Math.log(estimate);
  const limit = Math.log(estimate < SLIGHT ? DOUBLE : WORTHWHILE);
  const towardsYes = centre > 0 ? ((centre - Math.log(low)) / centre) ** 2 : Infinity;
  const towardsNo = centre < limit ? ((Math.log(high) - centre) / (limit - centre)) ** 2 : Infinity;
  const times = Math.min(towardsYes, towardsNo);
  const forInterval = times < Infinity ? Math.min(times, MAX_TIMES) : TIMES_IF_UNKNOWN;
  const forCompletions = (2 * FEWEST_COMPLETED) / Math.max(completed, 1);
  return Math.max(1, Math.ceil(runs * (Math.max(forInterval, forCompletions, 1.1) - 1)));
}
