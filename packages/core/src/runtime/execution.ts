import { Alarm } from "./alarm.ts";
import { Attempt } from "./attempt.ts";
import {
  AttemptsFailedError,
  type Ending,
  type FailedAttempt,
  type FailureReason,
} from "./attempts-failed.ts";
import type { AttemptEnding } from "./events.ts";
import type { Limits } from "./settings.ts";
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
  private readonly resolve: (value: never) => void;
  private readonly reject: (error: unknown) => void;
  private readonly startedAt: number;
  private readonly deadlineAt: number;
  /** Usually one; a hedge makes it two. */
  private readonly running: Attempt[] = [];
  private failed: FailedAttempt[] | undefined;
  /** By how much dearer each arm counts, since attempts failed there. */
  private aversion: number[] | undefined;
  private begun = 0;
  private cuts = 0;
  private over = false;
  private readonly alarm: Alarm;
  /** When a second attempt may start. */
  private hedgeAt = Infinity;
  /** When the next attempt starts after a failed one. */
  private resumeAt = Infinity;

  constructor(
    shared: Shared,
    limits: Limits,
    resolve: (value: never) => void,
    reject: (error: unknown) => void,
  ) {
    this.shared = shared;
    this.limits = limits;
    this.resolve = resolve;
    this.reject = reject;
    this.startedAt = shared.clock.now();
    this.deadlineAt = this.startedAt + limits.deadlineMs;
    this.alarm = new Alarm(shared.clock, (now) => this.wake(now));
  }

  start(): void {
    const { signal, deadlineMs } = this.limits;
    const { shared } = this;
    shared.listeners.emit("start", () => this.name());
    if (signal?.aborted) return this.abort(signal.reason);
    if (deadlineMs === 0) return this.fail("deadline", this.startedAt);
    shared.executions.add(this);
    if (signal !== undefined) shared.callers.add(signal, this);
    shared.load.countCall(this.startedAt);
    this.begin(this.startedAt, false);
  }

  abort(reason: unknown): void {
    if (this.over) return;
    this.end(reason, "aborted");
    const timeMs = this.shared.clock.now() - this.startedAt;
    this.shared.listeners.emit("abort", () => ({ ...this.name(), attempts: this.begun, reason, timeMs }));
    this.reject(reason);
  }

  private name() {
    return { execution: this.limits.task, key: this.limits.key };
  }

  private begin(now: number, hedge: boolean): void {
    const { shared } = this;
    const { maxAttempts, task, key } = this.limits;
    this.begun += 1;
    this.resumeAt = Infinity;
    const request = {
      number: this.begun,
      task,
      key,
      // Another that is still under way was found slow too.
      cuts: this.cuts + this.running.length,
      aversion: this.aversion,
      outstanding: shared.outstanding,
      now,
      remainingMs: this.deadlineAt - now,
      last: this.begun >= maxAttempts,
    };
    const decision = this.ask(() => shared.chooser.decide(request));
    // Who was asked may have aborted; so may who is asked, or told, below.
    if (decision === undefined || this.over) return;
    const attempt = new Attempt(decision, request, now);
    if (shared.hedges) {
      attempt.cutAt = now + shared.settings.maxCutoffMs;
      this.hedgeAt = hedge ? Infinity : now + decision.cutoff;
    } else {
      shared.lookAt(attempt, decision.cutoff, 0);
    }
    this.running.push(attempt);
    shared.began(attempt, hedge);
    // Not awaited: whatever comes of it, and however late, somebody has listened to its rejection.
    shared.call(attempt, this.limits.input).then(
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
    const timeMs = now - attempt.startedAt;
    const reward = this.ask(() => shared.rewardOf(attempt, value, timeMs));
    if (reward === undefined || this.over) return;
    this.drop(attempt);
    // What was stopped for a success is learned from first: with the success the task is over.
    if (reward > 0) this.end(this.running.length > 0 ? new DOMException("lost", "AbortError") : undefined, "lost");
    shared.completed(attempt, timeMs, reward, false);
    if (!(reward > 0)) return this.attemptFailed(attempt, { timeMs, why: "no reward", value }, now);
    if (attempt.policyFailed !== undefined) return this.reject(attempt.policyFailed.error);
    shared.reconsiderAll(now);
    shared.listeners.emit("success", () => ({
      ...shared.nameOf(attempt),
      attempts: this.begun,
      timeMs: now - this.startedAt,
      value,
    }));
    this.resolve(value as never);
  }

  private rejected(attempt: Attempt, error: unknown) {
    if (attempt.over) return this.shared.left(attempt, false, undefined);
    attempt.settled = true;
    const { shared } = this;
    const now = shared.clock.now();
    const timeMs = now - attempt.startedAt;
    const context = { arm: shared.settings.names[attempt.decision.arm], attempt: attempt.number };
    const again = this.ask(() => shared.settings.shouldRetry(error, context));
    if (this.over) return;
    this.drop(attempt);
    if (!again) {
      shared.endedForGood(attempt, timeMs);
      this.record(attempt, { timeMs, why: "rejected", error });
      return this.fail("final", now);
    }
    shared.completed(attempt, timeMs, 0, true);
    this.attemptFailed(attempt, { timeMs, why: "rejected", error }, now);
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
    if (now >= this.deadlineAt) {
      for (const attempt of this.running) {
        this.record(attempt, { timeMs: now - attempt.startedAt, why: "deadline" });
      }
      return this.fail("deadline", now);
    }
    for (const attempt of [...this.running]) {
      if (now >= attempt.cutAt && !this.goesOn(attempt, now)) this.due(attempt, now);
      if (this.over) return;
    }
    if (now >= this.resumeAt) return this.begin(now, false);
    if (now >= this.hedgeAt && this.running.length === 1) return this.hedge(now);
    this.schedule(now);
  }

  /** Starts a second attempt. If that is not allowed, only an arm that does not answer at all is left for another. */
  private hedge(now: number): void {
    const { load } = this.shared;
    const [first] = this.running;
    if (this.begun < this.limits.maxAttempts) {
      load.foundSlow(first, now);
      if (load.allowsHedge(now)) return this.begin(now, true);
      if (load.isOut(first.decision.arm)) return this.cut(first, now, true);
    }
    this.hedgeAt = now + first.decision.cutoff;
    this.schedule(now);
  }

  /** Another execution has learned something: what is to be cut at once is cut when the clock comes round. */
  reconsider(now: number): void {
    for (const attempt of [...this.running]) this.goesOn(attempt, now);
    this.schedule(now);
  }

  /** True too where a policy of the caller's throws or aborts: then there is nothing left to cut. */
  private goesOn(attempt: Attempt, now: number): boolean {
    return (this.ask(() => this.shared.goesOn(attempt, now)) ?? true) || this.over;
  }

  /** An attempt is to be cut. Where the load allows no other it is waited for, and thought of again later. */
  private due(attempt: Attempt, now: number): void {
    const elapsed = now - attempt.startedAt;
    const { settings, load } = this.shared;
    if (elapsed >= settings.maxCutoffMs) return this.cut(attempt, now, false);
    if (this.begun >= this.limits.maxAttempts || load.allowsAnother(attempt.decision.arm, now)) {
      return this.cut(attempt, now, true);
    }
    attempt.cutAt = attempt.startedAt + Math.min(2 * elapsed, settings.maxCutoffMs);
  }

  /** `allowed` if the load allows another attempt. */
  private cut(attempt: Attempt, now: number, allowed: boolean): void {
    const least = Math.min(attempt.decision.cutoff, attempt.cutAt - attempt.startedAt);
    const timeMs = Math.max(now - attempt.startedAt, least);
    this.drop(attempt);
    this.cuts += 1;
    this.shared.cut(attempt, timeMs);
    this.attemptFailed(attempt, { timeMs, why: "cut" }, now, allowed);
  }

  private attemptFailed(attempt: Attempt, how: Ending, now: number, allowed = false) {
    if (this.over) return;
    if (attempt.policyFailed !== undefined) return this.abort(attempt.policyFailed.error);
    const { shared } = this;
    const failed = this.record(attempt, how);
    if (this.running.length > 0) {
      // The other one runs on; a third may be started as soon as the load allows.
      this.hedgeAt = now;
      return this.schedule(now);
    }
    if (this.begun >= this.limits.maxAttempts) return this.fail("attempts", now);
    if (!allowed && !shared.load.allowsAnother(attempt.decision.arm, now)) return this.fail("load", now);
    const waitMs = this.ask(() => shared.pauseMs(failed, attempt, now));
    if (waitMs === undefined || this.over) return;
    if (now + waitMs >= this.deadlineAt) return this.fail("deadline", now);
    // An arm that fails within a tick would otherwise be called again and again before any timer or abort.
    if (waitMs === 0 && (how.timeMs >= 1 || how.why === "cut")) return this.begin(now, false);
    this.resumeAt = now + waitMs;
    this.schedule(now);
  }

  /** From now on its result does not count. */
  private drop(attempt: Attempt): void {
    attempt.over = true;
    this.shared.outstanding[attempt.decision.arm] -= 1;
    this.running.splice(this.running.indexOf(attempt), 1);
  }

  private record(attempt: Attempt, how: Ending): FailedAttempt {
    const { arm, cutoff } = attempt.decision;
    const failed = { arm: this.shared.settings.names[arm], cutoffMs: cutoff, ...how };
    this.failed ??= [];
    this.failed.push(failed);
    this.aversion ??= Array(this.shared.settings.names.length).fill(1);
    this.aversion[arm] *= how.why === "cut" ? AFTER_CUT : AFTER_REJECTION;
    return failed;
  }

  private fail(reason: FailureReason, now: number): void {
    const error = new AttemptsFailedError(reason, this.failed ?? []);
    this.end(new DOMException("the deadline passed", "TimeoutError"), "deadline");
    const timeMs = now - this.startedAt;
    this.shared.listeners.emit("failure", () => ({ ...this.name(), attempts: this.begun, error, timeMs }));
    this.reject(error);
  }

  /** Lets go of timer and caller. Attempts still running are stopped, and are censored where they stand. */
  private end(reason: unknown, ending: AttemptEnding): void {
    this.over = true;
    this.alarm.clear();
    if (this.limits.signal !== undefined) this.shared.callers.remove(this.limits.signal, this);
    this.shared.executions.delete(this);
    if (this.running.length === 0) return;
    const now = this.shared.clock.now();
    for (const attempt of [...this.running]) {
      this.drop(attempt);
      this.shared.stopped(attempt, Math.max(0, now - attempt.startedAt), reason, ending);
    }
  }

  private schedule(now: number): void {
    if (this.over) return;
    let wakeAt = Math.min(this.deadlineAt, this.resumeAt);
    if (this.running.length === 1) wakeAt = Math.min(wakeAt, this.hedgeAt);
    for (const { cutAt } of this.running) wakeAt = Math.min(wakeAt, cutAt);
    this.alarm.set(wakeAt, now);
  }
}

/** After a failure another arm that is as good is asked first; one that rejects will probably do so again. */
const AFTER_CUT = 1.25;
const AFTER_REJECTION = 2;
