import type { Attempt } from "./attempt.ts";

/** An attempt that did not succeed. */
export interface FailedAttempt<Name extends string = string> {
  readonly arm: Name;
  readonly cutoffMs: number;
  /** How long it ran. */
  readonly timeMs: number;
  /** `cut` at its cutoff; `rejected`; fulfilled without `reward`; or stopped by the `deadline` of all. */
  readonly why: "cut" | "rejected" | "no reward" | "deadline";
  /** What it was rejected with. */
  readonly error?: unknown;
  /** What it was fulfilled with, where that brought no reward. */
  readonly value?: unknown;
}

/** How an attempt ended, whichever it was. */
export type Ending = Pick<FailedAttempt, "timeMs" | "why" | "error" | "value">;

/** Why an execution ended without a value. */
export type FailureReason = "attempts" | "deadline" | "final" | "load" | "breaker";

/** No attempt succeeded. `cause` is the last rejection, or what the last attempt brought instead. */
export class AttemptsFailedError<Name extends string = string> extends Error {
  readonly attempts: readonly FailedAttempt<Name>[];
  /**
   * `attempts` used up, `deadline` passed or too near for another attempt, a rejection that `shouldRetry` called `final`, no other
   * attempt within `maxExtraLoad` (`load`), or refused by the open `breaker`.
   */
  readonly reason: FailureReason;

  constructor(reason: FailureReason, attempts: readonly FailedAttempt<Name>[]) {
    const last = attempts.at(-1);
    super(`mulligan: ${headline(reason, attempts.length)}${attempts.map(line).join("")}`, {
      cause:
        last?.why === "no reward" ? last.value : attempts.findLast(({ error }) => error !== undefined)?.error,
    });
    this.name = "AttemptsFailedError";
    this.reason = reason;
    this.attempts = attempts;
  }
}

/** The attempts of one execution that failed, and what they say of the arms for this execution. */
export class Failures {
  readonly attempts: FailedAttempt[] = [];
  /** By how much dearer each arm counts. */
  readonly aversion: number[];
  /** Before when this execution does not ask an arm again. */
  readonly notBefore: number[];
  private readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names;
    this.aversion = names.map(() => 1);
    this.notBefore = names.map(() => -Infinity);
  }

  /** `chance` is that of an attempt at the arm that lasts so long. */
  add({ decision: { arm, cutoff } }: Attempt, how: Ending, chance: number): FailedAttempt {
    const failed = { arm: this.names[arm], cutoffMs: cutoff, ...how };
    this.attempts.push(failed);
    this.aversion[arm] *= how.why === "cut" && chance > RARE ? AFTER_CUT : AFTER_FAILURE;
    return failed;
  }
}

/** After a failure another arm that is as good is asked first; one that rejects or hangs will probably do so again. */
const AFTER_CUT = 1.25;
const AFTER_FAILURE = 2;
const RARE = 0.02;

function headline(reason: FailureReason, count: number): string {
  const attempts = `${count} ${count === 1 ? "attempt" : "attempts"}`;
  switch (reason) {
    case "attempts":
      return `none of ${attempts} succeeded`;
    case "deadline":
      return `the deadline passed after ${attempts}`;
    case "final":
      return `a final failure after ${attempts}`;
    case "load":
      return `no more extra load after ${attempts}`;
    case "breaker":
      return `the breaker is open, after ${attempts}`;
  }
}

function line({ arm, cutoffMs, timeMs, why, error }: FailedAttempt): string {
  const message = error instanceof Error ? `: ${error.message}` : "";
  return `\n  ${arm}: ${why} after ${timeMs.toFixed(1)} of ${cutoffMs.toFixed(1)} ms${message}`;
}
