import type { Outcome } from "@mulligan/core";
import { type ObservedEntry, observedEntry, outcomeOf } from "./record.ts";

/** A trial that is over, as it is shown to people. */
export interface Tried {
  /** Which outcome of its problem it is, from 1. */
  readonly number: number;
  /** When it was decided, in milliseconds since 1970; null where nobody wrote that down. */
  readonly at: number | null;
  /** The place of its arm. */
  readonly arm: number;
  readonly cutoff: number;
  readonly attempt?: number | undefined;
  readonly task?: string | undefined;
  readonly outcome: Outcome;
  /** Ended by the user or the budget, not by the cutoff. */
  readonly stopped?: true | undefined;
}

/** The latest tries of a problem that are kept: as many as fit into a picture. */
export const MAX_TRIES = 200;

/** The latest tries of a problem, the oldest of them first. */
export class Tries {
  /** Tries in all. */
  last: number;
  private kept: Tried[];

  constructor(last = 0, kept: readonly Tried[] = []) {
    this.last = last;
    this.kept = [...kept];
  }

  add(tried: Omit<Tried, "number">): void {
    this.last += 1;
    this.kept.push({ number: this.last, ...tried });
    // Now and then, since each time would move all of them.
    if (this.kept.length >= 2 * MAX_TRIES) this.kept = this.kept.slice(-MAX_TRIES);
  }

  /** Those that came after the one with this number, as far as they are kept. */
  after(number: number): readonly Tried[] {
    const latest = this.kept.slice(-MAX_TRIES);
    return latest.filter((tried) => tried.number > number);
  }
}

/** A try in the file of its problem: when, which arm, its cutoff, attempt and task, and what came of it. */
export type SavedTry = readonly [
  at: number | null,
  arm: number,
  cutoff: number | "inf",
  attempt: number | null,
  task: string | null,
  ...outcome: ObservedEntry,
];

export function saveTries(tries: Tries): SavedTry[] {
  return tries.after(0).map(({ number, at, arm, cutoff, attempt, task, outcome }) => {
    const shown = cutoff === Infinity ? "inf" : cutoff;
    return [at, arm, shown, attempt ?? null, task ?? null, ...observedEntry(number, { outcome })];
  });
}

export function savedTries(saved: readonly SavedTry[], last: number): Tries {
  const kept = saved.map(([at, arm, cutoff, attempt, task, ...entry]): Tried => {
    const [number] = entry;
    return {
      number,
      at,
      arm,
      cutoff: cutoff === "inf" ? Infinity : cutoff,
      attempt: attempt ?? undefined,
      task: task ?? undefined,
      outcome: outcomeOf(entry),
    };
  });
  return new Tries(last, kept);
}
