import type { Decision } from "@mulligan/core";

/** A decision that waits for its outcome. */
export interface Waiting extends Decision {
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
}

/** What an outcome with this number is: the one that is waited for, one sent again, or of a decision nobody knows. */
export type Standing = "waiting" | "repeated" | "unknown";

/** Decisions of a problem that may wait at once; of more, the oldest is forgotten. */
export const MAX_OUTSTANDING = 20_000;
/** Forgotten decisions of which it is remembered that they were. */
export const MAX_FORGOTTEN = 10_000;

/**
 * The decisions of a problem by number, from 1. An outcome counts only while its decision waits, and then it waits no
 * more: so none counts twice, however late it is sent again. A number that does not wait was observed, unless it was
 * forgotten; the latest MAX_FORGOTTEN of those are remembered, and below the `floor` nobody can tell any more.
 */
export class Outstanding {
  /** The oldest first. */
  readonly waiting = new Map<number, Waiting>();
  readonly forgotten = new Set<number>();
  last = 0;
  floor = 0;

  add(decision: Waiting): number {
    this.last += 1;
    this.waiting.set(this.last, decision);
    return this.last;
  }

  standing(number: number): Standing {
    if (this.waiting.has(number)) return "waiting";
    const settled =
      Number.isInteger(number) && number > this.floor && number <= this.last && !this.forgotten.has(number);
    return settled ? "repeated" : "unknown";
  }

  /** The decisions that are to be forgotten before `more` are made: those made before `since`, and those too many. */
  overdue(since: number, more: number): number[] {
    const overdue: number[] = [];
    for (const [number, { at }] of this.waiting) {
      if (at >= since && this.waiting.size - overdue.length + more <= MAX_OUTSTANDING) break;
      overdue.push(number);
    }
    return overdue;
  }

  forget(number: number): void {
    if (!this.waiting.delete(number)) return;
    this.forgotten.add(number);
    if (this.forgotten.size <= MAX_FORGOTTEN) return;
    const [oldest] = this.forgotten;
    this.forgotten.delete(oldest);
    this.floor = Math.max(this.floor, oldest);
  }
}
