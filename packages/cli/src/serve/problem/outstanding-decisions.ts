import type { OutstandingDecision } from "./records.ts";

/** Whether an outcome is the first of its decision, was sent before, or belongs to an unknown decision. */
export type OutcomeStatus = "waiting" | "repeated" | "unknown";

/** The most decisions of a problem that may wait at once; beyond it the oldest are forgotten. */
export const MAX_OUTSTANDING = 20_000;
/** The most forgotten decisions whose numbers are remembered. */
export const MAX_FORGOTTEN = 10_000;

/**
 * The decisions of a problem by number, from 1. An outcome counts only while its decision waits, and ends the wait: so
 * none counts twice, however late it is sent again. A number that does not wait was observed, unless it was forgotten.
 * The latest MAX_FORGOTTEN forgotten numbers are remembered; below `floor` the two cannot be told apart.
 */
export class OutstandingDecisions {
  /** The oldest first. */
  readonly waiting = new Map<number, OutstandingDecision>();
  readonly forgotten = new Set<number>();
  last = 0;
  floor = 0;

  /** Enters a decision under the next number. */
  add(decision: Omit<OutstandingDecision, "number">): OutstandingDecision {
    this.last += 1;
    const numbered = { ...decision, number: this.last };
    this.waiting.set(this.last, numbered);
    return numbered;
  }

  /** Removes the decisions after the one with this number, as if they had not been made, and returns them. */
  takeBack(last: number): OutstandingDecision[] {
    const taken: OutstandingDecision[] = [];
    for (; this.last > last; this.last--) {
      const decision = this.waiting.get(this.last);
      this.waiting.delete(this.last);
      if (decision !== undefined) taken.push(decision);
    }
    return taken;
  }

  status(number: number): OutcomeStatus {
    if (this.waiting.has(number)) return "waiting";
    const observed =
      Number.isInteger(number) && number > this.floor && number <= this.last && !this.forgotten.has(number);
    return observed ? "repeated" : "unknown";
  }

  /** The decisions to forget before `more` are made: those made before `since`, and the oldest if there are too many. */
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
