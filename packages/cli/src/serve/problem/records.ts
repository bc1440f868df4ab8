import {
  fromJsonNumber,
  isCount,
  isCutoff,
  isRewardWithinLimits,
  isTime,
  isTimeWithinLimits,
  type JsonNumber,
  type Outcome,
  type Trial,
  toJsonNumber,
} from "@mulligan/core/problem";
import { parseObject } from "../../journal/lines.ts";

/**
 * The changes of a problem: types, and the only code that writes and reads them as JSON. The log has a line for each request, so entries
 * are tuples: a decision takes 20 bytes, the JSON form of a trial 150.
 */

/** A client's request for one decision. */
export interface DecisionRequest {
  readonly task?: string | undefined;
  readonly attempt?: number | undefined;
  /** For calls: the class of the call, and what is left of its time. */
  readonly key?: string | undefined;
  readonly remaining?: number | undefined;
}

/** A decision that waits for its outcome. */
export interface OutstandingDecision {
  /** Which decision of its problem it is, from 1. */
  readonly number: number;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
  /** Index of the arm. */
  readonly arm: number;
  readonly cutoff: number;
  readonly attempt?: number;
  readonly task?: string;
}

/** The outcome of a decision; for calls also the pause that the server wants, and the cost of the attempt. */
export interface ObservedOutcome {
  readonly outcome: Outcome;
  readonly retryAfter?: number | undefined;
  readonly cost?: number | undefined;
}

/** An outcome with the number of its decision; NaN if this problem has no such decision. */
export interface NumberedOutcome extends ObservedOutcome {
  readonly number: number;
}

/** A finished trial in a list. */
export interface RecentTrial extends Pick<Trial, "arm" | "cutoff" | "outcome"> {
  /** Which outcome of its problem it is, from 1. */
  readonly number: number;
  /** When it was decided, in milliseconds since 1970; null if that is unknown. */
  readonly at: number | null;
  readonly attempt?: Trial["attempt"] | undefined;
  readonly task?: string | undefined;
  readonly stopped?: Trial["stopped"] | undefined;
}

/** One change of a problem. The log of a problem is a list of these, in the order in which they happened. */
export type ProblemRecord = DecisionsRecord | OutcomesRecord;

export interface DecisionsRecord {
  readonly decisions: readonly OutstandingDecision[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Decisions that were forgotten right before. */
  readonly forgotten: readonly number[];
  /** For calls: the request, the decisions whose attempts to cut, and why a last decision was refused. */
  readonly request?: DecisionRequest;
  readonly cut?: readonly number[];
  readonly refused?: string;
}

export interface OutcomesRecord {
  readonly outcomes: readonly NumberedOutcome[];
  /** Milliseconds since 1970; of calls only. */
  readonly at?: number;
}

/** The JSON form of a decision. */
export type DecisionTuple = readonly [
  number: number,
  arm: number,
  cutoff: JsonNumber,
  attempt?: number | null,
  task?: string,
];

/** The JSON form of an outcome; `more` is the reward, or the resetting time if it was cut. */
export type OutcomeTuple = readonly [
  number: number,
  completed: 0 | 1,
  time: number,
  more?: number | null,
  retryAfter?: number | null,
  cost?: number | null,
];

/** The JSON form of a finished trial. */
export type TrialTuple = readonly [
  at: number | null,
  arm: number,
  cutoff: JsonNumber,
  attempt: number | null,
  task: string | null,
  ...outcome: OutcomeTuple,
];

export function encodeDecision(decision: Omit<OutstandingDecision, "at">): DecisionTuple {
  const { number, arm, cutoff, attempt, task } = decision;
  const written = toJsonNumber(cutoff);
  if (task !== undefined) return [number, arm, written, attempt ?? null, task];
  return attempt === undefined ? [number, arm, written] : [number, arm, written, attempt];
}

export function decodeDecision(
  [number, arm, cutoff, attempt, task]: DecisionTuple,
  at: number,
): OutstandingDecision {
  return {
    number,
    at,
    arm,
    cutoff: fromJsonNumber(cutoff),
    ...(attempt == null ? {} : { attempt }),
    ...(task === undefined ? {} : { task }),
  };
}

export function encodeOutcome({ number, outcome, retryAfter, cost }: NumberedOutcome): OutcomeTuple {
  const { time } = outcome;
  const completed = outcome.kind === "completed" ? 1 : 0;
  const more = outcome.kind === "completed" ? outcome.reward : outcome.resetting;
  if (retryAfter !== undefined || cost !== undefined) {
    return [number, completed, time, more ?? null, retryAfter ?? null, cost ?? null];
  }
  return more === undefined ? [number, completed, time] : [number, completed, time, more];
}

function decodeOutcome([number, completed, time, more, retryAfter, cost]: OutcomeTuple): NumberedOutcome {
  const cut = more == null ? { time } : { time, resetting: more };
  const outcome: Outcome =
    completed === 1 ? { kind: "completed", time, reward: more! } : { kind: "censored", ...cut };
  return { number, outcome, retryAfter: retryAfter ?? undefined, cost: cost ?? undefined };
}

export function encodeTrial({ at, arm, cutoff, attempt, task, number, outcome }: RecentTrial): TrialTuple {
  const outcomeTuple = encodeOutcome({ number, outcome });
  return [at, arm, toJsonNumber(cutoff), attempt ?? null, task ?? null, ...outcomeTuple];
}

export function decodeTrial([at, arm, cutoff, attempt, task, ...rest]: TrialTuple): RecentTrial {
  const { number, outcome } = decodeOutcome(rest);
  return {
    number,
    at,
    arm,
    cutoff: fromJsonNumber(cutoff),
    attempt: attempt ?? undefined,
    task: task ?? undefined,
    outcome,
  };
}

/** Returns the JSON object of a record, as on a line of the log. */
export function encodeRecord(record: ProblemRecord): object {
  if ("outcomes" in record) return { observed: record.outcomes.map(encodeOutcome), at: record.at };
  const { decisions, at, forgotten, request, cut, refused } = record;
  const decided = decisions.map(encodeDecision);
  const forgot = forgotten.length === 0 ? undefined : forgotten;
  return { decided, at, forgot, asked: request, cut, refused };
}

/** Returns the record on a line, or undefined if it does not fit a problem with so many arms. */
export function parseRecord(text: string, arms: number): ProblemRecord | undefined {
  const line = parseObject(text);
  if (line === undefined) return undefined;
  const { decided, observed, at, forgot = [], asked, cut = [], refused } = line;
  if (isListOf(observed, isOutcomeTuple)) {
    const outcomes = observed.map(decodeOutcome);
    return isTime(at) ? { outcomes, at } : { outcomes };
  }
  const sound =
    isListOf(decided, (entry) => isDecisionTuple(entry, arms)) &&
    isTime(at) &&
    isListOf(forgot, isCount) &&
    isListOf(cut, isCount) &&
    (asked === undefined || isRequest(asked)) &&
    (refused === undefined || typeof refused === "string");
  if (!sound) return undefined;
  const record = {
    decisions: decided.map((entry) => decodeDecision(entry, at)),
    at,
    forgotten: forgot,
  };
  return asked === undefined
    ? record
    : { ...record, request: asked, cut, ...(refused === undefined ? {} : { refused }) };
}

function isRequest(value: unknown): value is DecisionRequest {
  if (typeof value !== "object" || value === null) return false;
  const { task, key, remaining } = value as Record<string, unknown>;
  return (
    (task === undefined || typeof task === "string") &&
    (key === undefined || typeof key === "string") &&
    (remaining === undefined || isTime(remaining))
  );
}

function isDecisionTuple(entry: unknown, arms: number): entry is DecisionTuple {
  if (!Array.isArray(entry)) return false;
  const [number, arm, cutoff, attempt, task] = entry;
  return (
    isCount(number) &&
    isArm(arm, arms) &&
    isPositiveCutoff(cutoff) &&
    (attempt == null || isCount(attempt)) &&
    (task === undefined || typeof task === "string")
  );
}

function isOutcomeTuple(entry: unknown): entry is OutcomeTuple {
  if (!Array.isArray(entry)) return false;
  const [number, completed, time, more, ...rest] = entry;
  const sound = isCount(number) && isTimeWithinLimits(time) && rest.every(isTimeOrNone);
  if (completed === 1) return sound && isRewardWithinLimits(more);
  return sound && completed === 0 && (more == null || isTimeWithinLimits(more));
}

function isTimeOrNone(value: unknown): boolean {
  return value == null || isTime(value);
}

function isArm(value: unknown, arms: number): boolean {
  return value === 0 || (isCount(value) && value < arms);
}

function isPositiveCutoff(value: unknown): boolean {
  const cutoff = fromJsonNumber(value as JsonNumber);
  return isCutoff(cutoff) && cutoff > 0;
}

function isListOf<Item>(value: unknown, check: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(check);
}
