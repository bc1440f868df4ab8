import type { Outcome } from "@mulligan/core";
import { parseObject } from "../../journal/lines.ts";
import type { Asked, Told } from "./deciding.ts";

/** A decision in a record: its number, the place of its arm, its cutoff, and which attempt at which task it is. */
export type DecidedEntry = readonly [
  number: number,
  arm: number,
  cutoff: number | "inf",
  attempt?: number | null,
  task?: string,
];

/** The same before it has a number. */
export type DrawnEntry = DecidedEntry extends readonly [number, ...infer Tail] ? Tail : never;

/**
 * An outcome in a record: the number of its decision, 1 if it completed, its time, and its reward or resetting time. Of calls also
 * how long its server asks to be left alone, and what it cost.
 */
export type ObservedEntry = readonly [
  number: number,
  completed: 0 | 1,
  time: number,
  more?: number | null,
  retryAfter?: number | null,
  cost?: number | null,
];

/** What happened to a problem, in the order in which it happened: its journal is a list of these. */
export type ProblemRecord = DecidedRecord | ObservedRecord;

export interface DecidedRecord {
  readonly decided: readonly DecidedEntry[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Decisions that were forgotten right before. */
  readonly forgot?: readonly number[];
  /** Of calls: what was asked, */
  readonly asked?: Asked;
  /** decisions whose attempts were to be cut, */
  readonly cut?: readonly number[];
  /** and why a last decision was refused. */
  readonly refused?: string;
}

export interface ObservedRecord {
  readonly observed: readonly ObservedEntry[];
  /** Milliseconds since 1970; of calls only. */
  readonly at?: number;
}

export function observedEntry(number: number, { outcome, retryAfter, cost }: Told): ObservedEntry {
  const { time } = outcome;
  const completed = outcome.kind === "completed" ? 1 : 0;
  const more = outcome.kind === "completed" ? outcome.reward : outcome.resetting;
  if (retryAfter !== undefined || cost !== undefined) {
    return [number, completed, time, more ?? null, retryAfter ?? null, cost ?? null];
  }
  return more === undefined ? [number, completed, time] : [number, completed, time, more];
}

export function outcomeOf([, completed, time, more]: ObservedEntry): Outcome {
  if (completed === 1) return { kind: "completed", time, reward: more! };
  return more == null ? { kind: "censored", time } : { kind: "censored", time, resetting: more };
}

export function toldIn(entry: ObservedEntry): Told {
  const [, , , , retryAfter, cost] = entry;
  return { outcome: outcomeOf(entry), retryAfter: retryAfter ?? undefined, cost: cost ?? undefined };
}

/** The record on a line, or undefined if it is none of a problem with so many arms. */
export function parseRecord(text: string, arms: number): ProblemRecord | undefined {
  const line = parseObject(text);
  if (line === undefined) return undefined;
  const { decided, observed, at, forgot = [], asked, cut = [], refused } = line;
  if (isListOf(observed, isObserved)) return isAmount(at) ? { observed, at } : { observed };
  const sound =
    isListOf(decided, (entry): entry is DecidedEntry => isDecided(entry, arms)) &&
    isAmount(at) &&
    isListOf(forgot, isCount) &&
    isListOf(cut, isCount) &&
    (asked === undefined || isAsked(asked)) &&
    (refused === undefined || typeof refused === "string");
  if (!sound) return undefined;
  const record = { decided, at: at as number, forgot };
  return asked === undefined
    ? record
    : { ...record, asked, cut, ...(refused === undefined ? {} : { refused }) };
}

function isAsked(value: unknown): value is Asked {
  if (typeof value !== "object" || value === null) return false;
  const { task, key, remaining } = value as Record<string, unknown>;
  return (
    (task === undefined || typeof task === "string") &&
    (key === undefined || typeof key === "string") &&
    (remaining === undefined || isAmount(remaining))
  );
}

function isDecided(entry: unknown, arms: number): boolean {
  if (!Array.isArray(entry)) return false;
  const [number, arm, cutoff, attempt, task] = entry;
  return (
    isCount(number) &&
    Number.isInteger(arm) &&
    arm >= 0 &&
    arm < arms &&
    (cutoff === "inf" || (isAmount(cutoff) && cutoff > 0)) &&
    (attempt === undefined || attempt === null || isCount(attempt)) &&
    (task === undefined || typeof task === "string")
  );
}

function isObserved(entry: unknown): entry is ObservedEntry {
  if (!Array.isArray(entry)) return false;
  const [number, completed, time, more, ...rest] = entry;
  const sound = isCount(number) && isAmount(time) && rest.every(isAmountOrNone);
  if (completed === 1) return sound && isAmount(more) && more <= 1;
  return sound && completed === 0 && isAmountOrNone(more);
}

function isAmountOrNone(value: unknown): boolean {
  return value === undefined || value === null || isAmount(value);
}

function isListOf<Item>(value: unknown, check: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(check);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Infinity;
}
