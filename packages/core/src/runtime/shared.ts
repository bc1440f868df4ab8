import type { Outcome } from "../problem/outcome.ts";
import { ArmCounts } from "./arm-counts.ts";
import type { Attempt } from "./attempt.ts";
import type { AttemptsFailedError, FailedAttempt } from "./attempts-failed.ts";
import { Callers } from "./callers.ts";
import type { Chooser } from "./chooser.ts";
import { type Clock, LONGEST_TIMER_MS } from "./clock.ts";
import { Listeners } from "./events.ts";
import { LoadBound } from "./load-bound.ts";
import type { Settings } from "./settings.ts";

/** What all executions of one `mulligan` have in common: what was learned, counted and listened to. */
export class Shared {
  readonly settings: Settings;
  readonly chooser: Chooser;
  readonly clock: Clock;
  readonly counts: readonly ArmCounts[];
  readonly listeners = new Listeners<string, unknown>();
  /** Under way, and to be stopped when all is disposed of. */
  readonly executions = new Set<{ abort(reason: unknown): void; reconsider(now: number): void }>();
  readonly callers = new Callers();
  readonly loadBound: LoadBound | undefined;
  readonly reconsider: Chooser["reconsider"];

  constructor(settings: Settings, chooser: Chooser) {
    this.settings = settings;
    this.chooser = chooser;
    this.reconsider = chooser.reconsider;
    this.clock = settings.clock;
    this.counts = settings.names.map(() => new ArmCounts(settings.halfLife));
    this.loadBound = settings.maxExtraLoad === undefined ? undefined : new LoadBound(settings.maxExtraLoad);
  }

  began(attempt: Attempt, hedge: boolean): void {
    const { arm, cutoff } = attempt.decision;
    const counts = this.counts[arm];
    counts.attempts += 1;
    counts.cutoffMs = cutoff;
    this.listeners.emit("decision", () => ({
      arm: this.settings.names[arm],
      cutoffMs: cutoff,
      attempt: attempt.number,
      hedge,
    }));
  }

  /** Calls the arm; what it throws is a rejection. */
  call(attempt: Attempt, input: unknown): Promise<unknown> {
    const { arms, names } = this.settings;
    const { arm } = attempt.decision;
    try {
      return Promise.resolve(arms[arm](attempt.context(names[arm], input)));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  rewardOf({ decision }: Attempt, value: unknown, timeMs: number): number {
    const { reward: given, names } = this.settings;
    if (given === undefined) return 1;
    const reward = given(value as never, { arm: names[decision.arm], timeMs });
    if (!(reward >= 0 && reward <= 1)) {
      throw new RangeError(`mulligan: reward must lie in [0, 1], got ${reward}`);
    }
    return reward;
  }

  backoffOf(failed: FailedAttempt, { number }: Attempt): number {
    const waitMs = this.settings.backoff(failed, { attempt: number });
    if (!(waitMs >= 0 && waitMs <= LONGEST_TIMER_MS)) {
      throw new RangeError(`mulligan: backoff must lie in [0, ${LONGEST_TIMER_MS}] ms, got ${waitMs}`);
    }
    return waitMs;
  }

  /** What a policy of the caller's throws is kept at the attempt, for its execution to fail with. */
  observe(attempt: Attempt, outcome: Outcome): void {
    const { decision, number } = attempt;
    try {
      this.chooser.observe(decision, outcome);
    } catch (error) {
      attempt.policyFailed = { error };
    }
    const counts = this.counts[decision.arm];
    if (outcome.kind === "completed") {
      if (outcome.reward > 0) counts.successes += 1;
      else counts.failures += 1;
      counts.end(outcome.time, outcome.reward);
    }
    this.listeners.emit("outcome", () => ({
      arm: this.settings.names[decision.arm],
      attempt: number,
      outcome,
    }));
  }

  /** More may be known than when it began: true if it is to go on, until `cutAt`. Hedges run to the ceiling anyway. */
  goesOn(attempt: Attempt, now: number): boolean {
    if (this.reconsider === undefined || this.loadBound !== undefined) return false;
    attempt.cutAt =
      attempt.startedAt + this.reconsider(attempt.decision, Math.max(0, now - attempt.startedAt));
    return attempt.cutAt > now;
  }

  /** After a success the others' cutoffs may move, where the policy thinks again of attempts under way. */
  reconsiderAll(now: number): void {
    if (this.reconsider === undefined || this.loadBound !== undefined) return;
    for (const execution of this.executions) execution.reconsider(now);
  }

  /** An attempt reached its cutoff: abort it, and learn from that. */
  cut(attempt: Attempt, timeMs: number): void {
    const counts = this.counts[attempt.decision.arm];
    counts.cuts += 1;
    counts.stragglers += 1;
    counts.end(timeMs, 0);
    attempt.abort(new DOMException(`cut after ${timeMs.toFixed(1)} ms`, "TimeoutError"));
    if (this.settings.resetting.known) {
      this.observe(attempt, { kind: "censored", time: timeMs });
    } else {
      attempt.onLeft = this.measureResetting(attempt, timeMs);
    }
  }

  /** An attempt was stopped for a reason that is not its own: all that is known is that it took longer. */
  stopped(attempt: Attempt, timeMs: number, reason: unknown): void {
    this.counts[attempt.decision.arm].stragglers += 1;
    attempt.abort(reason);
    this.observe(attempt, { kind: "censored", time: timeMs });
  }

  /** A promise settled after its attempt was over. */
  left(attempt: Attempt, fulfilled: boolean): void {
    const counts = this.counts[attempt.decision.arm];
    counts.stragglers -= 1;
    if (fulfilled) counts.late += 1;
    attempt.onLeft?.();
  }

  succeeded(attempt: Attempt, attempts: number, timeMs: number, value: unknown): void {
    const arm = this.settings.names[attempt.decision.arm];
    this.listeners.emit("success", () => ({ arm, attempts, timeMs, value }));
  }

  failed(error: AttemptsFailedError, timeMs: number): void {
    this.listeners.emit("failure", () => ({ error, timeMs }));
  }

  /**
   * The resetting time is what passes until the promise settles, and is waited for as long again as the
   * attempt ran, no longer: an arm that never settles must be learned from too.
   */
  private measureResetting(attempt: Attempt, timeMs: number): () => void {
    const cutAt = this.clock.now();
    const settle = () => {
      this.clock.clearTimer(timer);
      attempt.onLeft = undefined;
      this.observe(attempt, { kind: "censored", time: timeMs, resetting: this.clock.now() - cutAt });
    };
    const timer = this.clock.setTimer(settle, timeMs, false);
    return settle;
  }
}
