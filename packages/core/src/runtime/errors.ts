/** An attempt that did not succeed. */
export interface FailedAttempt<Name extends string = string> {
  readonly arm: Name;
  /** The cutoff, in ms, whether or not the attempt reached it. */
  readonly cutoffMs: number;
  /** How long the attempt ran, in ms. */
  readonly timeMs: number;
  /** `cut` at its cutoff; `rejected`; fulfilled without `reward`; or stopped by the `deadline` of all. */
  readonly why: "cut" | "rejected" | "no reward" | "deadline";
  /** The error with which it was rejected. */
  readonly error?: unknown;
  /** The value with which it was fulfilled, if that earned no reward. */
  readonly value?: unknown;
}

/** The reason for an execution without a value. */
export type FailureReason = "attempts" | "deadline" | "final" | "load" | "breaker";

/**
 * The error of an execution in which no attempt succeeded. `cause` is the last rejection, or the value of the last
 * attempt.
 */
export class AttemptsFailedError<Name extends string = string> extends Error {
  /** The attempts that failed, in the order in which they ended. */
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

function headline(reason: FailureReason, count: number): string {
  const attempts = `${count} ${count === 1 ? "attempt" : "attempts"}`;
  return {
    attempts: `none of ${attempts} succeeded`,
    deadline: `the deadline passed after ${attempts}`,
    final: `a final failure after ${attempts}`,
    load: `no extra request is allowed (maxExtraLoad) after ${attempts}`,
    breaker: `the breaker is open, after ${attempts}`,
  }[reason];
}

function line({ arm, cutoffMs, timeMs, why, error }: FailedAttempt): string {
  const message = error instanceof Error ? `: ${error.message}` : "";
  return `\n  ${arm}: ${why} after ${timeMs.toFixed(1)} of ${cutoffMs.toFixed(1)} ms${message}`;
}

/**
 * Returns how long a server asks not to be called, in ms: the `Retry-After` header (RFC 9110, 10.2.3) of a `Response`,
 * or of an error with `headers` or a `response`, as most HTTP clients have it. Returns 0 if there is none, and an hour
 * at most.
 */
export function retryAfterMs(answer: unknown): number {
  const header = headerOf(answer, "retry-after");
  if (header === undefined) return 0;
  const seconds = Number(header);
  // A date counts from the answer's own date, so the clocks of both machines do not matter; without one it is ignored.
  const ms = Number.isNaN(seconds)
    ? Date.parse(header) - Date.parse(headerOf(answer, "date") ?? "")
    : 1_000 * seconds;
  return ms > 0 ? Math.min(ms, LONGEST_MS) : 0;
}

function headerOf(answer: unknown, name: string): string | undefined {
  const { headers, response } = (answer ?? {}) as {
    headers?: { get?(name: string): unknown } & Record<string, unknown>;
    response?: unknown;
  };
  if (headers === undefined || headers === null)
    return response == null ? undefined : headerOf(response, name);
  const given = Object.keys(headers).find((key) => key.toLowerCase() === name) ?? name;
  const value = typeof headers.get === "function" ? headers.get(name) : headers[given];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** An hour. */
const LONGEST_MS = 3_600_000;
