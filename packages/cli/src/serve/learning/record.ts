import type { Outcome } from "@mulligan/core";
import { parseObject } from "../../journal/trial-line.ts";

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

/** An outcome in a record: the number of its decision, 1 if it completed, its time, and its reward or resetting time. */
export type ObservedEntry = readonly [number: number, completed: 0 | 1, time: number, more?: number];

/** What happened to a problem, in the order in which it happened: its journal is a list of these. */
export type ProblemRecord =
  | {
      readonly decided: readonly DecidedEntry[];
      /** Milliseconds since 1970. */
      readonly at: number;
      /** Decisions that were forgotten right before. */
      readonly forgot?: readonly number[];
    }
  | { readonly observed: readonly ObservedEntry[] };

export function observedEntry(number: number, outcome: Outcome): ObservedEntry {
  const { time } = outcome;
  if (outcome.kind === "completed") return [number, 1, time, outcome.reward];
  return outcome.resetting === undefined ? [number, 0, time] : [number, 0, time, outcome.resetting];
}

export function outcomeOf([, completed, time, more]: ObservedEntry): Outcome {
  if (completed === 1) return { kind: "completed", time, reward: more! };
  return more === undefined ? { kind: "censored", time } : { kind: "censored", time, resetting: more };
}

/** The record on a line, or undefined if it is none of a problem with so many arms. */
export function parseRecord(text: string, arms: number): ProblemRecord | undefined {
  const line = parseObject(text);
  if (line === undefined) return undefined;
  const { decided, observed, at, forgot = [] } = line;
  if (isListOf(observed, isObserved)) return { observed };
  const sound =
    isListOf(decided, (entry): entry is DecidedEntry => isDecided(entry, arms)) &&
    isAmount(at) &&
    isListOf(forgot, isCount);
  return sound ? { decided, at: at as number, forgot } : undefined;
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
  const [number, completed, time, more] = entry;
  const sound = isCount(number) && isAmount(time);
  if (completed === 1) return sound && isAmount(more) && more <= 1;
  return sound && completed === 0 && (more === undefined || isAmount(more));
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
