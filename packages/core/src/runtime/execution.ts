import { atCutoff } from "./at-cutoff.ts";
import { Attempt, callArm, rewardOf, Underway } from "./attempt.ts";
import { AttemptsFailedError, type Ending, type FailureReason, Failures } from "./attempts-failed.ts";
import { Alarm } from "./clock.ts";
import type { AttemptEnding } from "./events.ts";
import type { Limits } from "./settings.ts";
import type { Settlement } from "./settlement.ts";
import type { Shared } from "./shared.ts";

/**
 * One `execute`: decide, run, cut, observe, again. Callbacks and one alarm instead of an async loop,
 * since it must be left from three sides: the arm, the clock and the caller.
 *
 * The alarm holds the execution, the execution its attempts and the caller's signal; so while anything is
 * still to happen, no garbage collection takes away what it will happen to.
 */
export class Execution {
  private readonly shared: Shared;
  private readonly limits: Limits;
  private readonly settlement: Settlement;
  private readonly deadlineAt: number;
  private readonly underway: Underway;
  private failures: Failures | undefined;
  private begun = 0;
  private cuts = 0;
  /** Whether the next attempt took extra load to retry a rejection. */
  private paidForRejection = false;
  private over = false;
  private readonly alarm: Alarm;

  constructor(shared: Shared, limits: Limits, settlement: Settlement) {
    this.shared = shared;
    this.limits = limits;
    this.settlement = settlement;
    this.underway = new Underway(shared.outstanding);
    this.deadlineAt = settlement.startedAt + limits.deadlineMs;
    this.alarm = new Alarm(shared.clock, (now) => this.wake(now));
  }

  start() {
    const { signal, deadlineMs } = this.limits;
    const { startedAt } = this.settlement;
    if (signal?.aborted) return this.abort(signal.reason);
    if (deadlineMs === 0) return this.fail("deadline", startedAt);
    this.shared.enter(this, signal, startedAt);
    this.beginWhenReady(startedAt);
  }

  abort(reason: unknown): void {
    if (this.over) return;
    this.end(reason, "aborted");
    this.settlement.leave(reason, this.begun);
  }

  /** Begins an attempt, unless all arms are to be left alone for a while, or the breaker is open. */
  private beginWhenReady(now: number) {
    const { shared } = this;
    const readyAt = shared.readyAt(this.failures, now);
    if (readyAt >= this.deadlineAt) return this.fail("deadline", now);
    if (readyAt > now) {
      this.underway.resumeAt = readyAt;
      return this.schedule(now);
    }
    if (!shared.health.admits(now)) return this.fail("breaker", now);
    this.begin(now, false);
  }

  private begin(now: number, hedge: boolean): void {
    const { shared } = this;
    const { maxAttempts, task, key } = this.limits;
    this.underway.resumeAt = Infinity;
    const number = this.begun + 1;
    const request = {
      number,
      task,
      key,
      // Another that is still under way was found slow too.
      cuts: this.cuts + this.underway.attempts.length,
      aversion: this.failures?.aversion,
      notBefore: this.failures?.notBefore,
      outstanding: shared.outstanding,
      now,
      spentMs: now - this.settlement.startedAt,
      remainingMs: this.deadlineAt - now,
      last: number >= maxAttempts,
    };
    const decision = this.ask(() => shared.chooser.decide(request));
    // The chooser may be the caller's, and may have aborted this execution.
    if (decision === undefined || this.over) return;
    this.begun = number;
    const attempt = new Attempt(decision, request, now);
    attempt.givesBack = this.paidForRejection;
    this.paidForRejection = false;
    shared.lookAt(attempt, decision.cutoff, 0);
    this.underway.add(attempt);
    shared.began(attempt, hedge);
    // Not awaited: whatever comes of it, and however late, somebody has listened to its rejection.
    callArm(shared.settings, attempt, this.limits.input).then(
      (value) => this.fulfilled(attempt, value),
      (error) => this.rejected(attempt, error),
    );
    this.schedule(now);
  }

  private fulfilled(attempt: Attempt, value: unknown) {
    if (attempt.over) return this.shared.left(attempt, true, value);
    attempt.settled = true;
    const { shared } = this;
    const now = shared.clock.now();
    this.lookForPause(now);
    const timeMs = Math.max(0, now - attempt.startedAt);
    const reward = this.ask(() => rewardOf(shared.settings, attempt, value, timeMs));
    if (reward === undefined || this.over) return shared.discard(attempt, value);
    this.underway.drop(attempt);
    // What was stopped for a success is learned from first: with the success the task is over.
    if (reward > 0) this.end(ANOTHER_WAS_FIRST, "lost");
    shared.completed(attempt, timeMs, reward, value, false);
    if (!(reward > 0)) return this.attemptFailed(attempt, { timeMs, why: "no reward", value }, now);
    if (attempt.policyFailed !== undefined) {
      shared.discard(attempt, value);
      return this.settlement.leave(attempt.policyFailed.error, this.begun);
    }
    shared.reconsiderAll(now);
    this.settlement.succeed(attempt, this.begun, now, value);
  }

  private rejected(attempt: Attempt, error: unknown) {
    if (attempt.over) return this.shared.left(attempt, false, undefined);
    attempt.settled = true;
    const { shared } = this;
    const now = shared.clock.now();
    this.lookForPause(now);
    const timeMs = Math.max(0, now - attempt.startedAt);
    const again = this.ask(() => this.mayRetry(attempt, error));
    if (this.over) return;
    this.underway.drop(attempt);
    if (!again) {
      shared.endedForGood(attempt, timeMs);
      this.record(attempt, { timeMs, why: "rejected", error });
      return this.fail("final", now);
    }
    shared.completed(attempt, timeMs, 0, undefined, true);
    this.attemptFailed(attempt, { timeMs, why: "rejected", error }, now);
  }

  private mayRetry({ decision, number }: Attempt, error: unknown): boolean {
    const { shouldRetry, names } = this.shared.settings;
    return shouldRetry(error, { arm: names[decision.arm], attempt: number });
  }

  /** Asks something of what the caller gave. What that throws ends this execution. */
  private ask<Answer>(question: () => Answer): Answer | undefined {
    try {
      return question();
    } catch (error) {
      this.abort(error);
      return undefined;
    }
  }

  /** Does what is due. */
  private wake(now: number) {
    this.lookForPause(now);
    if (now >= this.deadlineAt) {
      for (const attempt of this.underway.attempts) {
        this.record(attempt, { timeMs: now - attempt.startedAt, why: "deadline" });
      }
      return this.fail("deadline", now);
    }
    for (const attempt of [...this.underway.attempts]) {
      if (!attempt.over && now >= attempt.cutAt && !this.goesOn(attempt, now)) this.due(attempt, now);
    }
    if (this.over) return;
    if (now >= this.underway.resumeAt) return this.beginWhenReady(now);
    this.schedule(now);
  }

  /** A timer that is long overdue means that the process stood still: what is under way says nothing of its arm. */
  private lookForPause(now: number): void {
    if (!this.alarm.isOverdue(now)) return;
    for (const attempt of this.underway.attempts) attempt.spansPause = true;
  }

  /** Another execution has learned something: what is to be cut at once is cut when the clock comes round. */
  reconsider(now: number): void {
    for (const attempt of [...this.underway.attempts]) this.goesOn(attempt, now);
    this.schedule(now);
  }

  /** True too where a policy of the caller's throws or aborts: then there is nothing left to cut. */
  private goesOn(attempt: Attempt, now: number): boolean {
    return (this.ask(() => this.shared.goesOn(attempt, now)) ?? true) || this.over;
  }

  /** An attempt is to be cut. Where the load allows no other it is waited for, and thought of again later. */
  private due(attempt: Attempt, now: number) {
    const { begun, failures, underway } = this;
    const { maxAttempts } = this.limits;
    const next = atCutoff(this.shared, attempt, { begun, maxAttempts, underway, failures }, now);
    if (next === "cut" || next === "end") return this.cut(attempt, now, next === "cut");
    if (next === "hedge") this.begin(now, true);
    attempt.putOff(now, this.shared.settings.maxCutoffMs);
  }

  /** `allowed` if the load allows another attempt. */
  private cut(attempt: Attempt, now: number, allowed: boolean): void {
    const timeMs = attempt.cutTime(now);
    this.underway.drop(attempt);
    this.cuts += 1;
    this.shared.cut(attempt, timeMs);
    this.attemptFailed(attempt, { timeMs, why: "cut" }, now, allowed);
  }

  private attemptFailed(attempt: Attempt, how: Ending, now: number, allowed = false) {
    if (this.over) return;
    if (attempt.policyFailed !== undefined) return this.abort(attempt.policyFailed.error);
    const failed = this.record(attempt, how);
    const failures = this.failures!;
    const cooledMs = this.ask(() => this.shared.cool(failed, attempt, failures, now));
    if (cooledMs === undefined || this.over) return;
    if (this.underway.attempts.length > 0) {
      if (allowed && this.begun < this.limits.maxAttempts) return this.begin(now, false);
      // The other one runs on; a third may be started as soon as the load allows.
      this.underway.attempts[0].cutAt = now;
      return this.schedule(now);
    }
    if (this.begun >= this.limits.maxAttempts) return this.fail("attempts", now);
    if (!allowed) {
      const next = this.shared.allowsRetry(attempt.decision.arm, now);
      if (next === "no") return this.fail("load", now);
      this.paidForRejection = next === "paid" && how.why !== "cut";
    }
    const waitMs = this.shared.pauseMs(cooledMs, failures, now);
    if (now + waitMs >= this.deadlineAt) return this.fail("deadline", now);
    // An arm that fails within a tick would otherwise be called again and again before any timer or abort.
    if (waitMs === 0 && (how.timeMs >= 1 || how.why === "cut")) return this.beginWhenReady(now);
    this.underway.resumeAt = now + waitMs;
    this.schedule(now);
  }

  private record(attempt: Attempt, how: Ending) {
    this.failures ??= new Failures(this.shared.settings.names);
    return this.failures.add(attempt, how, this.shared.chooser.usual(attempt, how.timeMs).chance);
  }

  private fail(reason: FailureReason, now: number): void {
    if (this.over) return;
    const error = new AttemptsFailedError(reason, this.failures?.attempts ?? []);
    if (reason === "final") this.end(ANOTHER_WAS_FIRST, "lost");
    else this.end(new DOMException("the deadline passed", "TimeoutError"), "deadline");
    this.settlement.fail(error, this.begun, now);
  }

  /** Lets go of timer and caller. Attempts still running are stopped, and are censored where they stand. */
  private end(reason: unknown, ending: AttemptEnding): void {
    this.over = true;
    this.alarm.clear();
    this.shared.leave(this, this.limits.signal);
    for (const attempt of [...this.underway.attempts]) {
      this.underway.drop(attempt);
      this.shared.stopped(attempt, reason, ending);
    }
  }

  private schedule(now: number): void {
    if (this.over) return;
    this.alarm.set(this.underway.wakeAt(this.deadlineAt), now);
  }
}

const ANOTHER_WAS_FIRST = new DOMException("another was first", "AbortError");
