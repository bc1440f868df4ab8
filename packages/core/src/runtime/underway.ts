import type { Attempt } from "./attempt.ts";

/** The attempts of one execution that are under way, and when the next thing is due. */
export class Underway {
  /** Usually one; a hedge makes it two. */
  readonly attempts: Attempt[] = [];
  /** When the next attempt starts after a failed one. */
  resumeAt = Infinity;
  /** How many are under way at each arm, of all executions. */
  private readonly outstanding: number[];

  constructor(outstanding: number[]) {
    this.outstanding = outstanding;
  }

  add(attempt: Attempt): void {
    this.attempts.push(attempt);
    this.outstanding[attempt.decision.arm] += 1;
  }

  /** From now on its result does not count. */
  drop(attempt: Attempt): void {
    attempt.over = true;
    this.attempts.splice(this.attempts.indexOf(attempt), 1);
    this.outstanding[attempt.decision.arm] -= 1;
  }

  wakeAt(deadlineAt: number): number {
    let wakeAt = Math.min(deadlineAt, this.resumeAt);
    for (const { cutAt } of this.attempts) wakeAt = Math.min(wakeAt, cutAt);
    return wakeAt;
  }
}
