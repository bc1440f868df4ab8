import type { Outcome } from "./outcome.ts";
import { withinLimits } from "./trial-limits.ts";

/** The silences between the outputs of a program, in ms: what a later run learns of them. */
export interface OutputGaps {
  /** How many stretches of a second or longer were watched. */
  readonly count: number;
  /** The longest silences of ten of them, the longest first. */
  readonly longest: readonly number[];
}

/** So many silences of a trial are kept. */
export const MAX_GAPS = 10;

/** One finished trial: which arm was tried at which task, with which cutoff, and what it showed. */
export interface Trial {
  /** Null where a command is repeated without inputs. */
  readonly input: string | null;
  /** Which task with this input, from 1: the same input may be given twice. */
  readonly occurrence: number;
  /** Index of the arm. */
  readonly arm: number;
  /** The last cutoff: it may move while a trial is under way. */
  readonly cutoff: number;
  /** The cutoff the trial began with, if that was another. */
  readonly startCutoff?: number;
  /** Which attempt at its task it is, from 1; absent in mode `abandon`. */
  readonly attempt?: number;
  readonly seed: number;
  /** Left uncut to see how long it takes (`--explore`). */
  readonly explored?: true;
  readonly outcome: Outcome;
  /** Exit code or signal of a trial that ended by itself without success, if it is known. */
  readonly exit?: number | string;
  /** Ended by the user or the budget, not by the cutoff: an observation, but no attempt at the task. */
  readonly stopped?: true;
  /** Not cut at its cutoff, but since the program had printed nothing for long, or, where a cutoff is no time, took too long. */
  readonly cut?: "idle" | "timeout";
  /** The gaps in its output, where these are learned. */
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

/** Reads what `toJsonNumber` wrote. */
export function fromJsonNumber(value: JsonNumber): number {
  return value === "inf" ? Infinity : value;
}

/**
 * The JSON form of a trial: flat, with the columns that `mulligan analyze` reads (time, completed, arm, reward, instance).
 * Arms are written by name, so that a log can be read without its header.
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
 * The trial in a parsed JSON object, or undefined if it is none of these arms or breaks a rule: times are finite and at
 * least 0, rewards lie in [0, 1], cutoffs are at least 0 or ∞, counts are whole numbers from 1, the seed is finite.
 * Times and rewards beyond the limits (`trial-limits.ts`), which were allowed once, are moved to them, and `onMoved` is
 * called.
 */
export function trialFromJson(
  line: Readonly<Record<string, unknown>>,
  arms: readonly string[],
  onMoved: () => void = () => {},
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
  const allowed = withinLimits(outcome);
  if (allowed !== outcome) onMoved();
  return {
    input: instance,
    occurrence,
    arm,
    cutoff,
    ...(startCutoff === undefined ? {} : { startCutoff }),
    ...(attempt === undefined ? {} : { attempt }),
    seed,
    outcome: allowed,
    ...(typeof exit === "number" || typeof exit === "string" ? { exit } : {}),
    ...(explored === true ? { explored } : {}),
    ...(stopped === true ? { stopped } : {}),
    ...((cut === "idle" || cut === "timeout") && allowed.kind === "censored" ? { cut } : {}),
    ...(gaps === undefined ? {} : { gaps }),
    ...(typeof result === "string" ? { result } : {}),
    ...(typeof worker === "string" ? { worker } : {}),
  };
}

function outcomeFromJson(line: Readonly<Record<string, unknown>>): Outcome | undefined {
  const { completed, time, reward, resetting } = line;
  if (!isTime(time) || !(resetting === undefined || isTime(resetting))) return undefined;
  if (completed === 1) return isReward(reward) ? { kind: "completed", time, reward } : undefined;
  if (completed !== 0) return undefined;
  return { kind: "censored", time, ...(resetting === undefined ? {} : { resetting }) };
}

function areGaps(value: unknown): value is OutputGaps {
  if (typeof value !== "object" || value === null) return false;
  const { count, longest } = value as Readonly<Record<string, unknown>>;
  return isCount(count) && Array.isArray(longest) && longest.length <= MAX_GAPS && longest.every(isTime);
}

/** A whole number from 1 on, such as an attempt. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** A finite number of at least 0. */
export function isTime(value: unknown): value is number {
  return isCutoff(value) && value < Infinity;
}

/** A time that may be ∞. */
export function isCutoff(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}

/** A number from 0 to 1. */
export function isReward(value: unknown): value is number {
  return isCutoff(value) && value <= 1;
}
