import { Attempt, type AttemptRequest, type Choice } from "./attempt.ts";
import { LONGEST_TIMER_MS } from "./clock.ts";
import type { FailedAttempt } from "./errors.ts";
import type { RuntimeState } from "./state.ts";

/** The failure of an attempt, at any arm. */
export type AttemptFailure = Pick<FailedAttempt, "timeMs" | "why" | "error" | "value">;

/** The failed attempts of one call, and what they mean for its next attempt. */
interface Failures {
  readonly attempts: FailedAttempt[];
  /** The factor by which the cost of each arm is raised. */
  readonly aversion: number[];
  /** The time before which this call does not use an arm again. */
  readonly notBefore: number[];
}

/**
 * The progress of one call, and the rules of its attempts: whether another may follow, and what happens at a cutoff. `Execution`
 * applies them when a timer goes off or a promise settles, the advisor at a request or a report.
 */
export class Call {
  readonly key: string | undefined;
  readonly startedAt: number;
  deadlineAt: number;
  readonly maxAttempts: number;
  /** The attempts under way. Usually one; a hedge makes it two. */
  readonly running: Attempt[] = [];
  failures: Failures | undefined;
  /** The numbers of attempts that were begun and that were cut. */
  begun = 0;
  cuts = 0;
  /** Whether the next attempt took extra load to retry a rejection. */
  paidForRejection = false;
  private readonly state: RuntimeState;

  constructor(state: RuntimeState, limits: Pick<Call, "key" | "startedAt" | "deadlineAt" | "maxAttempts">) {
    this.state = state;
    this.key = limits.key;
    this.startedAt = limits.startedAt;
    this.deadlineAt = limits.deadlineAt;
    this.maxAttempts = limits.maxAttempts;
  }

  get mayBegin(): boolean {
    return this.begun < this.maxAttempts;
  }

  /** The figures for its next attempt; `task` is the number of the call. */
  request(task: number, now: number): AttemptRequest {
    const number = this.begun + 1;
    return {
      number,
      task,
      key: this.key,
      // Another attempt that is still under way was too slow as well.
      cuts: this.cuts + this.running.length,
      deadlineMs: this.deadlineAt - this.startedAt,
      aversion: this.failures?.aversion,
      notBefore: this.failures?.notBefore,
      outstanding: this.state.outstanding,
      now,
      spentMs: now - this.startedAt,
      remainingMs: this.deadlineAt - now,
      last: number >= this.maxAttempts,
    };
  }

  begin(decision: Choice, request: AttemptRequest, hedge: boolean): Attempt {
    const { state } = this;
    const attempt = new Attempt(decision, request);
    this.begun = request.number;
    attempt.givesBack = this.paidForRejection;
    this.paidForRejection = false;
    state.setCutTime(attempt, decision.cutoff, 0);
    this.running.push(attempt);
    state.begin(attempt, hedge);
    return attempt;
  }

  /** Ends an attempt: its result no longer counts. */
  end(attempt: Attempt): void {
    attempt.over = true;
    this.running.splice(this.running.indexOf(attempt), 1);
    this.state.outstanding[attempt.decision.arm] -= 1;
  }

  /** The time at which the first of the attempts under way reaches its cutoff. */
  get nextCutAt(): number {
    let nextCutAt = Infinity;
    for (const { cutAt } of this.running) nextCutAt = Math.min(nextCutAt, cutAt);
    return nextCutAt;
  }

  /**
   * Decides what to do with an attempt that reached its cutoff: `cut` it, since the load allows another; start a `hedge` beside
   * it; `wait` on, since no other is allowed; or `end` it at the ceiling, whatever is allowed.
   */
  atCutoff(attempt: Attempt, now: number): "cut" | "hedge" | "wait" | "end" {
    const { maxCutoffMs, maxHedges, keepFirst } = this.state.settings;
    const hedges = keepFirst || maxHedges !== undefined;
    const runningMs = now - attempt.startedAt;
    const kept = keepFirst && attempt.number === 1;
    if (now >= attempt.startedAt + maxCutoffMs && !kept) return "end";
    const alone = this.running.length === 1;
    const hedged = hedges && this.mayBegin && alone && this.takeHedge(attempt, now);
    if (!hedged) {
      // If two attempts run, only the hedge is replaced. The last attempt of a hedged call also runs on.
      const stays = this.mayBegin ? (keepFirst || !alone) && attempt === this.running[0] : hedges;
      if (!stays && (!this.mayBegin || this.takeCut(attempt, now))) return "cut";
    }
    // It may take twice as long as it has, and a millisecond at least, within the ceiling.
    const ceilingMs = kept ? Infinity : maxCutoffMs;
    attempt.cutAt = attempt.startedAt + Math.min(Math.max(2 * runningMs, 1), ceilingMs);
    return hedged ? "hedge" : "wait";
  }

  /**
   * True if another attempt may start beside it; then it is counted. If not, it is cut, as it would be without hedging, or
   * waited for where the first is kept.
   */
  private takeHedge(attempt: Attempt, now: number): boolean {
    const { state } = this;
    if (this.readyAt(now) > now) return false;
    state.markSlow(attempt, now);
    if (state.settings.maxHedges === undefined) return this.takeCut(attempt, now);
    return state.load.takeHedge(now, state.health.outage);
  }

  /** The latest time for the next attempt: the deadline, or an earlier limit if the first attempt is kept. */
  latestStart(now: number): number {
    const { keepFirst, maxCutoffMs } = this.state.settings;
    return keepFirst ? Math.min(this.deadlineAt, now + maxCutoffMs) : this.deadlineAt;
  }

  /** True if an attempt may be cut, and another request may follow; then that is counted. */
  private takeCut(attempt: Attempt, now: number): boolean {
    const { health, chooser, load } = this.state;
    if (health.leavesFreely(attempt.decision.arm)) return true;
    return load.take(now, health.outage, chooser.isUrgent(attempt, now - attempt.startedAt));
  }

  /** True if another attempt may follow a failed one at this arm. If it is extra load, it is counted. */
  takeRetry(arm: number, wasCut: boolean, now: number): boolean {
    const { health, load } = this.state;
    const free = health.leavesFreely(arm);
    if (!free && !load.take(now, health.outage)) return false;
    this.paidForRejection = !free && !wasCut;
    return true;
  }

  /** Returns when one of the arms may be called again, given the failures of this call. */
  readyAt(now: number): number {
    return this.state.health.readyAt(this.failures?.notBefore, now);
  }

  /** Records a failed attempt: another arm that is as good is preferred to its arm. */
  fail(attempt: Attempt, failure: AttemptFailure): FailedAttempt {
    const { settings, chooser } = this.state;
    const { arm, cutoff } = attempt.decision;
    const failures = this.getFailures();
    const failed = { arm: settings.names[arm], cutoffMs: cutoff, ...failure };
    failures.attempts.push(failed);
    const { chance } = chooser.usual(attempt, failure.timeMs);
    failures.aversion[arm] *= failure.why === "cut" && chance > RARE ? AFTER_CUT : AFTER_FAILURE;
    return failed;
  }

  /** The failures so far; made with the first. */
  getFailures(): Failures {
    const { names } = this.state.settings;
    this.failures ??= {
      attempts: [],
      aversion: names.map(() => 1),
      notBefore: names.map(() => -Infinity),
    };
    return this.failures;
  }

  /** Leaves the arm of a failed attempt alone for as long as `backoff` says, and returns that. */
  cool(failed: FailedAttempt, { number, decision }: Attempt, now: number): number {
    const { settings, health } = this.state;
    const waitMs = settings.backoff(failed, { attempt: number });
    if (!(waitMs >= 0 && waitMs <= LONGEST_TIMER_MS)) {
      throw new RangeError(`mulligan: backoff must lie in [0, ${LONGEST_TIMER_MS}] ms, got ${waitMs}`);
    }
    if (waitMs > 0) {
      if (settings.coolsArms) health.cool(decision.arm, now + waitMs);
      else this.getFailures().notBefore[decision.arm] = now + waitMs;
    }
    return waitMs;
  }

  /** Returns the pause after a failed attempt: until an arm may be called, and longer in an outage. */
  pauseMs(cooledMs: number, now: number): number {
    const { chooser, load, health, random } = this.state;
    // A policy of the caller's may name the same arm again, so it decides only after the pause.
    const readyMs = chooser.asksAnyArm ? health.readyAt(this.getFailures().notBefore, now) - now : cooledMs;
    const outage = load.bounded && health.outage ? health.pauseMs(now, random) : 0;
    return Math.max(0, readyMs, outage);
  }
}

/** An arm that rejects or hangs will probably do so again. */
const AFTER_CUT = 1.25;
const AFTER_FAILURE = 2;
const RARE = 0.02;
