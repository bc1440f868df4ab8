import type { KnownArm } from "./learning/known-arm.ts";

/**
 * How long to wait while nothing is known. In virtual time a learner may climb from the smallest scale,
 * since its many short trials cost next to nothing; a real server would see a burst of aborted requests.
 * So the first attempts wait: as long as may be while no attempt has succeeded, and afterwards, at an arm
 * that is still new, some times what a success takes at the best arm so far, since an arm that needs
 * longer is not the better one. With a deadline, and another arm of which nothing is known either, half of what is
 * left, so that an attempt there fits too. If executions were lost to their deadline and nothing ever succeeded, every other one
 * makes shorter attempts: two, then four, then eight of them.
 */
export class FirstAttempts {
  /** How many attempts were begun at each arm, and whether one was seen to end. */
  private readonly begun: number[];
  private readonly seen: boolean[];
  private succeeded: boolean;
  private lost = 0;
  private readonly givenMs: number | undefined;

  constructor(arms: readonly KnownArm[], givenMs: number | undefined) {
    this.seen = arms.map(({ attempts }) => attempts > 0);
    this.begun = this.seen.map((seen) => (seen ? ENOUGH : 0));
    this.succeeded = arms.some(({ msPerSuccess }) => msPerSuccess < Infinity);
    this.givenMs = givenMs;
  }

  /**
   * The arm that was begun least often, of those still new: all, until something succeeds. None once enough attempts at
   * them are on their way; then the rest is the learner's.
   */
  nextArm(mayAsk: (arm: number) => boolean): number | undefined {
    let chosen: number | undefined;
    for (let arm = 0; arm < this.begun.length; arm++) {
      if ((this.succeeded && this.begun[arm] >= ENOUGH) || !mayAsk(arm)) continue;
      if (chosen === undefined || this.begun[arm] < this.begun[chosen]) chosen = arm;
    }
    return chosen;
  }

  cutoffMs(arm: number, remainingMs: number, deadlineMs: number, successMs: number): number {
    // What the caller thought long enough was not, if it was cut then.
    if (this.givenMs !== undefined && !this.seen[arm]) return this.givenMs;
    if (this.succeeded) return Math.min(remainingMs / 2, GENEROUS * successMs);
    const otherIsNew = this.seen.some((seen, other) => other !== arm && !seen);
    if (otherIsNew) return remainingMs / 2;
    const whole = this.lost % 2 === 0;
    return whole ? remainingMs : deadlineMs / 2 ** Math.min((this.lost + 1) / 2, SHORTEST);
  }

  /** An execution was lost to its deadline. */
  lose(): void {
    this.lost += 1;
  }

  begin(arm: number): void {
    this.begun[arm] += 1;
  }

  end(arm: number, success: boolean): void {
    this.seen[arm] = true;
    this.succeeded ||= success;
  }

  /** For an attempt that was stopped by something else than its cutoff, and tells too little. */
  forget(arm: number): void {
    this.begun[arm] -= 1;
  }
}

/** The shortest attempts are an eighth of the deadline. */
const SHORTEST = 3;
const ENOUGH = 3;
const GENEROUS = 3;
