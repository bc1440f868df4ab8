import type { Outcome } from "./outcome.ts";
import { isRewardWithinLimits, isTimeWithinLimits } from "./trial-limits.ts";

/** The silences between the outputs of a program, in ms, from which later runs learn. */
export interface OutputGaps {
  /** The number of stretches of a second or longer that were watched. */
  readonly count: number;
  /** The longest silences of up to ten stretches, the longest first. */
  readonly longest: readonly number[];
}

/** The number of silences of a trial that are kept. */
export const MAX_GAPS = 10;

/** One finished trial: its arm, task, cutoff and outcome. */
export interface Trial {
  /** The input; null if a command is repeated without inputs. */
  readonly input: string | null;
  /** The number of the task with this input, from 1, since an input may be given twice. */
  readonly occurrence: number;
  /** Index of the arm. */
  readonly arm: number;
  /** The last cutoff; cutoffs of running trials may move. */
  readonly cutoff: number;
  /** The cutoff at the start of the trial, if that was another. */
  readonly startCutoff?: number;
  /** The number of the attempt at its task, from 1; absent in mode `abandon`. */
  readonly attempt?: number;
  /** The seed of the trial's own randomness, `{seed}` in commands. */
  readonly seed: number;
  /** True if the trial was left uncut to see its full time (`--explore`). */
  readonly explored?: true;
  /** The time, and the reward if the trial completed. */
  readonly outcome: Outcome;
  /** The exit code or signal of a trial that ended by itself without success, if known. */
  readonly exit?: number | string;
  /**
   * True if the user or the budget ended the trial, not the cutoff. It is an observation but no attempt at the task.
   */
  readonly stopped?: true;
  /**
   * The reason of a cut other than the cutoff: the program printed nothing for long.
   */
  readonly cut?: "idle";
  /** The gaps in the trial's output, if they are learned. */
  readonly gaps?: OutputGaps;
  /** The file in `--results` that holds the output. */
  readonly result?: string;
  /** The worker of a cluster that executed it. */
  readonly worker?: string;
}

/** A number as JSON can hold it: ∞ is the string "inf". */
export type JsonNumber = number | "inf";

/** Writes ∞ as "inf", since JSON has no number for it. */
export function toJsonNumber(value: number): JsonNumber {
  return value === Infinity ? "inf" : value;
}

/** Reads a number that `toJsonNumber` wrote. */
export function fromJsonNumber(value: JsonNumber): number {
  return value === "inf" ? Infinity : value;
}

/**
 * Returns the JSON form of a trial: flat, with the columns that `mulligan analyze` reads (time, completed, arm, reward,
 * instance). Arms are written by name, so that a log can be read without its header.
 */
export function trialToJson(trial: Trial, arms: readonly string[]): Record<string, unknown> {
  const { outcome, cutoff, startCutoff } = trial;
  const { kind, ...measured } = outcome;
  const { occurrence, attempt, seed, exit, explored, stopped, cut, gaps, result, worker } = trial;
  return {
    type: "trial",
    instance: trial.input,
    arm: arms[trial.arm],
    cutoff: toJsonNumber(cutoff),
    ...(startCutoff === undefined ? {} : { startCutoff: toJsonNumber(startCutoff) }),
    completed: kind === "completed" ? 1 : 0,
    ...measured,
    occurrence,
    attempt,
    seed,
    exit,
    explored,
    stopped,
    cut,
    gaps,
    result,
    worker,
  };
}

/**
 * Reads a trial from a parsed JSON object. Returns undefined if its arm is unknown or it breaks a rule: times and
 * rewards are within the limits (`trial-limits.ts`), cutoffs are at least 0 or ∞, counts are whole numbers from 1, the
 * seed is finite.
 */
export function trialFromJson(
  line: Readonly<Record<string, unknown>>,
  arms: readonly string[],
): Trial | undefined {
  if (line.type !== "trial") return undefined;
  const { instance, occurrence, attempt, seed, exit, explored, stopped, cut, gaps, result, worker } = line;
  const arm = arms.indexOf(line.arm as string);
  const [cutoff, startCutoff] = [line.cutoff, line.startCutoff].map((value) =>
    fromJsonNumber(value as JsonNumber),
  );
  const outcome = outcomeFromJson(line);
  const isSound =
    outcome !== undefined &&
    (instance === null || typeof instance === "string") &&
    isCount(occurrence) &&
    arm >= 0 &&
    isCutoff(cutoff) &&
    (startCutoff === undefined || isCutoff(startCutoff)) &&
    (attempt === undefined || isCount(attempt)) &&
    typeof seed === "number" &&
    Number.isFinite(seed) &&
    (gaps === undefined || areGaps(gaps));
  if (!isSound) return undefined;
  return {
    input: instance,
    occurrence,
    arm,
    cutoff,
    ...(startCutoff === undefined ? {} : { startCutoff }),
    ...(attempt === undefined ? {} : { attempt }),
    seed,
    outcome,
    ...(typeof exit === "number" || typeof exit === "string" ? { exit } : {}),
    ...(explored === true ? { explored } : {}),
    ...(stopped === true ? { stopped } : {}),
    ...(cut === "idle" && outcome.kind === "censored" ? { cut } : {}),
    ...(gaps === undefined ? {} : { gaps }),
    ...(typeof result === "string" ? { result } : {}),
    ...(typeof worker === "string" ? { worker } : {}),
  };
}

function outcomeFromJson(line: Readonly<Record<string, unknown>>): Outcome | undefined {
  const { completed, time, reward, resetting } = line;
  if (!isTimeWithinLimits(time) || !(resetting === undefined || isTimeWithinLimits(resetting)))
    return undefined;
  if (completed === 1) {
    return isRewardWithinLimits(reward) ? { kind: "completed", time, reward } : undefined;
  }
  if (completed !== 0) return undefined;
  return { kind: "censored", time, ...(resetting === undefined ? {} : { resetting }) };
}

function areGaps(value: unknown): value is OutputGaps {
  if (typeof value !== "object" || value === null) return false;
  const { count, longest } = value as Readonly<Record<string, unknown>>;
  return isCount(count) && Array.isArray(longest) && longest.length <= MAX_GAPS && longest.every(isTime);
}

/** Returns true for a whole number from 1, such as an attempt. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** Returns true for a finite number of at least 0. */
export function isTime(value: unknown): value is number {
  return isCutoff(value) && value < Infinity;
}

/** Returns true for a time that may be ∞. */
export function isCutoff(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}
