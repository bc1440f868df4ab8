import type { Attempt } from "./attempt.ts";
import type { Ending, FailedAttempt } from "./attempts-failed.ts";

/** The attempts of one execution that failed, and what they say of the arms for this execution. */
export class Failures {
  readonly attempts: FailedAttempt[] = [];
  /** By how much dearer each arm counts; undefined before the first failure. */
  aversion: number[] | undefined;
  private readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names;
  }

  add({ decision: { arm, cutoff } }: Attempt, how: Ending): FailedAttempt {
    const failed = { arm: this.names[arm], cutoffMs: cutoff, ...how };
    this.attempts.push(failed);
    this.aversion ??= this.names.map(() => 1);
    this.aversion[arm] *= how.why === "cut" ? AFTER_CUT : AFTER_REJECTION;
    return failed;
  }
}

/** After a failure another arm that is as good is asked first; one that rejects will probably do so again. */
const AFTER_CUT = 1.25;
const AFTER_REJECTION = 2;
