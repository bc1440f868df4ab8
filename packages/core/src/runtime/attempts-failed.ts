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
export type FailureReason = "attempts" | "deadline" | "final" | "load";

/** No attempt succeeded. `cause` is the last rejection, or what the last attempt brought instead. */
export class AttemptsFailedError<Name extends string = string> extends Error {
  readonly attempts: readonly FailedAttempt<Name>[];
  /**
   * `attempts` used up, `deadline` passed, a rejection that `shouldRetry` called `final`, or no other attempt within
   * what `maxExtraLoad` allows (`load`).
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
  }
}

function line({ arm, cutoffMs, timeMs, why, error }: FailedAttempt): string {
  const message = error instanceof Error ? `: ${error.message}` : "";
  return `\n  ${arm}: ${why} after ${timeMs.toFixed(1)} of ${cutoffMs.toFixed(1)} ms${message}`;
}
