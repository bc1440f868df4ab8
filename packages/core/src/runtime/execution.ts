import type { Attempt } from "./attempt.ts";
import { type AttemptFailure, Call } from "./call.ts";
import { WakeTimer } from "./clock.ts";
import { AttemptsFailedError, type FailureReason } from "./errors.ts";
import type { AttemptEnding } from "./events.ts";
import type { ExecutionLimits } from "./settings.ts";
import type { RuntimeState } from "./state.ts";

/**
 * One `execute`: decide, run, cut, observe, and again. It uses callbacks and one timer instead of an async loop, since the arm,
 * the clock and the caller can each end it.
 *
 * The timer refers to the execution, and the execution to its attempts and the caller's signal, so none of them is garbage-collected
 * too early.
 */
export class Execution {
  private readonly state: RuntimeState;
  private readonly limits: ExecutionLimits;
  private readonly call: Call;
  private readonly resolve: (value: never) => void;
  private readonly reject: (error: unknown) => void;
  private readonly timer: WakeTimer;
  /** The time at which the next attempt starts after a failed one. */
  private resumeAt = Infinity;
  private over = false;

  constructor(
    state: RuntimeState,
    limits: ExecutionLimits,
    resolve: (value: never) => void,
    reject: (error: unknown) => void,
  ) {
    const { key, deadlineMs, maxAttempts } = limits;
    const startedAt = state.clock.now();
    this.state = state;
    this.limits = limits;
    this.resolve = resolve;
    this.reject = reject;
    this.call = new Call(state, { key, startedAt, deadlineAt: startedAt + deadlineMs, maxAttempts });
    this.timer = new WakeTimer(state.clock, (now) => this.wake(now));
  }

  start() {
    const { signal, deadlineMs } = this.limits;
    const { startedAt } = this.call;
    this.state.listeners.emit("start", () => this.name);
    if (signal?.aborted) return this.abort(signal.reason);
    if (deadlineMs === 0) return this.fail("deadline", startedAt);
    this.state.enter(this, signal, startedAt);
    this.beginWhenReady(startedAt);
  }

  /** Ends without a value, for a reason outside the attempts. */
  abort(reason: unknown): void {
    if (this.over) return;
    this.end(reason, "aborted");
    this.rejectAborted(reason);
  }

  /** Another execution has learned something. An attempt that is to be cut at once is cut when the timer goes off. */
  reconsider(now: number): void {
    for (const attempt of [...this.call.running]) this.goesOn(attempt, now);
    this.schedule(now);
  }

  /** Begins an attempt, unless all arms are to be left alone for a while, or the breaker is open. */
  private beginWhenReady(now: number) {
    const { call, state } = this;
    const readyAt = call.readyAt(now);
    if (readyAt >= call.latestStart(now)) {
      if (state.settings.keepFirst && call.begun === 0) return this.begin(now, false);
      return this.fail("deadline", now);
    }
    if (readyAt > now) {
      this.resumeAt = readyAt;
      return this.schedule(now);
    }
    if (!state.health.admits(now)) return this.fail("breaker", now);
    this.begin(now, false);
  }

  private begin(now: number, hedge: boolean): void {
    this.resumeAt = Infinity;
    const request = this.call.request(this.limits.task, now);
    const decision = this.ask(() => this.state.chooser.decide(request));
    // The policy may be the caller's, and may have aborted this execution.
    if (decision === undefined || this.over) return;
    const attempt = this.call.begin(decision, request, hedge);
    // Not awaited, but its rejection is always handled, however late it comes.
    this.callArm(attempt).then(
      (value) => this.fulfilled(attempt, value),
      (error) => this.rejected(attempt, error),
    );
    this.schedule(now);
  }

  /** Calls the arm; what it throws is a rejection. */
  private callArm(attempt: Attempt): Promise<unknown> {
    const { arms, names } = this.state.settings;
    const { arm } = attempt.decision;
    try {
      return Promise.resolve(arms[arm](attempt.context(names[arm], this.limits.input)));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  private fulfilled(attempt: Attempt, value: unknown) {
    const { state, call } = this;
    if (attempt.over) return state.settleLate(attempt, true, value);
    attempt.settled = true;
    const now = this.now();
    const timeMs = Math.max(0, now - attempt.startedAt);
    const reward = this.ask(() => this.rewardOf(attempt, value, timeMs));
    if (reward === undefined || this.over) return state.discard(attempt, value);
    call.end(attempt);
    // Attempts that are stopped for a success are learned from first: the success ends the task.
    if (reward > 0) this.end(ANOTHER_WAS_FIRST, "lost");
    state.complete(attempt, timeMs, reward, value, false);
    if (!(reward > 0)) return this.attemptFailed(attempt, { timeMs, why: "no reward", value }, now);
    if (attempt.policyFailed !== undefined) {
      state.discard(attempt, value);
      return this.rejectAborted(attempt.policyFailed.error);
    }
    state.reconsiderAll(now);
    const totalMs = now - call.startedAt;
    state.executed.succeeded += 1;
    state.listeners.emit("success", () => ({
      ...state.nameOf(attempt),
      attempts: call.begun,
      timeMs: totalMs,
      value,
    }));
    this.resolve(value as never);
  }

  private rewardOf({ decision }: Attempt, value: unknown, timeMs: number): number {
    const { reward: given, names } = this.state.settings;
    if (given === undefined) return 1;
    const reward = given(value as never, { arm: names[decision.arm], timeMs });
    if (!(reward >= 0 && reward <= 1)) {
      throw new RangeError(`mulligan: reward must lie in [0, 1], got ${reward}`);
    }
    return reward;
  }

  private rejected(attempt: Attempt, error: unknown) {
    const { state, call } = this;
    if (attempt.over) return state.settleLate(attempt, false, undefined);
    attempt.settled = true;
    const now = this.now();
    const timeMs = Math.max(0, now - attempt.startedAt);
    const { shouldRetry, names } = state.settings;
    const context = { arm: names[attempt.decision.arm], attempt: attempt.number };
    const again = this.ask(() => shouldRetry(error, context));
    if (this.over) return;
    call.end(attempt);
    if (!again) {
      state.completeFinally(attempt, timeMs);
      call.fail(attempt, { timeMs, why: "rejected", error });
      return this.fail("final", now);
    }
    state.complete(attempt, timeMs, 0, undefined, true);
    this.attemptFailed(attempt, { timeMs, why: "rejected", error }, now);
  }

  /** Calls a function of the caller's. What that throws ends this execution. */
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
    const { call } = this;
    this.markPause(now);
    if (now >= call.deadlineAt) {
      for (const attempt of call.running) {
        call.fail(attempt, { timeMs: now - attempt.startedAt, why: "deadline" });
      }
      return this.fail("deadline", now);
    }
    for (const attempt of [...call.running]) {
      if (!attempt.over && now >= attempt.cutAt && !this.goesOn(attempt, now)) this.reachCutoff(attempt, now);
    }
    if (this.over) return;
    if (now >= this.resumeAt) return this.beginWhenReady(now);
    this.schedule(now);
  }

  private now(): number {
    const now = this.state.clock.now();
    this.markPause(now);
    return now;
  }

  /** A timer that is long overdue means that the process stood still: the attempts under way say nothing about their arms. */
  private markPause(now: number): void {
    if (!this.timer.isOverdue(now)) return;
    for (const attempt of this.call.running) attempt.spansPause = true;
  }

  /** Also returns true if the caller's policy throws or aborts, since nothing is left to cut then. */
  private goesOn(attempt: Attempt, now: number): boolean {
    return (this.ask(() => this.state.reconsider(attempt, now)) ?? true) || this.over;
  }

  private reachCutoff(attempt: Attempt, now: number): void {
    const { call } = this;
    const next = call.atCutoff(attempt, now);
    if (next === "hedge") this.begin(now, true);
    if (next === "hedge" || next === "wait") return;
    const timeMs = attempt.cutTime(now);
    call.end(attempt);
    call.cuts += 1;
    this.state.cut(attempt, timeMs);
    this.attemptFailed(attempt, { timeMs, why: "cut" }, now, next === "cut");
  }

  /** `allowed` if the load allows another attempt. */
  private attemptFailed(attempt: Attempt, failure: AttemptFailure, now: number, allowed = false) {
    if (this.over) return;
    if (attempt.policyFailed !== undefined) return this.abort(attempt.policyFailed.error);
    const { call } = this;
    const failed = call.fail(attempt, failure);
    const cooledMs = this.ask(() => call.cool(failed, attempt, now));
    if (cooledMs === undefined || this.over) return;
    if (call.running.length > 0) {
      if (allowed && call.mayBegin) return this.begin(now, false);
      // The other attempt runs on; a third may start as soon as the load allows it.
      call.running[0].cutAt = now;
      return this.schedule(now);
    }
    if (!call.mayBegin) return this.fail("attempts", now);
    const wasCut = failure.why === "cut";
    if (!allowed && !call.takeRetry(attempt.decision.arm, wasCut, now)) return this.fail("load", now);
    const waitMs = call.pauseMs(cooledMs, now);
    if (now + waitMs >= call.latestStart(now)) return this.fail("deadline", now);
    // An arm that fails within a tick would otherwise be called again and again before any timer or abort.
    if (waitMs === 0 && (failure.timeMs >= 1 || wasCut)) return this.beginWhenReady(now);
    this.resumeAt = now + waitMs;
    this.schedule(now);
  }

  private fail(reason: FailureReason, now: number): void {
    if (this.over) return;
    const { state, call } = this;
    const error = new AttemptsFailedError(reason, call.failures?.attempts ?? []);
    if (reason === "final") this.end(ANOTHER_WAS_FIRST, "lost");
    else this.end(new DOMException("the deadline passed", "TimeoutError"), "deadline");
    const timeMs = now - call.startedAt;
    state.executed.failed += 1;
    state.listeners.emit("failure", () => ({ ...this.name, attempts: call.begun, timeMs, error }));
    this.reject(error);
  }

  private rejectAborted(reason: unknown): void {
    const { state, call } = this;
    const timeMs = state.clock.now() - call.startedAt;
    state.executed.aborted += 1;
    state.listeners.emit("abort", () => ({ ...this.name, attempts: call.begun, timeMs, reason }));
    this.reject(reason);
  }

  /**
   * Clears the timer and the listener on the caller's signal. Running attempts are stopped and count as censored now.
   */
  private end(reason: unknown, ending: AttemptEnding): void {
    const { state, call } = this;
    this.over = true;
    this.timer.clear();
    state.leave(this, this.limits.signal);
    for (const attempt of [...call.running]) {
      call.end(attempt);
      state.stop(attempt, reason, ending, Math.max(0, state.clock.now() - attempt.startedAt));
    }
  }

  private schedule(now: number): void {
    const { deadlineAt, nextCutAt } = this.call;
    if (!this.over) this.timer.set(Math.min(deadlineAt, this.resumeAt, nextCutAt), now);
  }

  private get name() {
    return { execution: this.limits.task, key: this.limits.key };
  }
}

const ANOTHER_WAS_FIRST = new DOMException("another was first", "AbortError");
