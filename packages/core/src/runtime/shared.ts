import type { Outcome } from "../problem/outcome.ts";
import type { Random } from "../random/random.ts";
import { stream } from "../random/stream.ts";
import { ArmCounts } from "./arm-counts.ts";
import type { ArmHealth, AttemptSign } from "./arm-health.ts";
import type { Attempt } from "./attempt.ts";
import type { FailedAttempt, Failures } from "./attempts-failed.ts";
import { Callers } from "./callers.ts";
import type { Chooser } from "./chooser.ts";
import { type Clock, LONGEST_TIMER_MS } from "./clock.ts";
import { type AttemptEnding, Listeners } from "./events.ts";
import type { Explanation } from "./explain.ts";
import { ExtraLoad } from "./extra-load.ts";
import type { Settings } from "./settings.ts";

/** An execution, from outside. */
interface Stoppable {
  abort(reason: unknown): void;
  reconsider(now: number): void;
}

/** What all executions of one `mulligan` have in common: what was learned, counted and listened to. */
export class Shared {
  readonly settings: Settings;
  readonly chooser: Chooser;
  readonly clock: Clock;
  readonly counts: readonly ArmCounts[];
  /** How many attempts are under way at each arm. */
  readonly outstanding: number[];
  /** How executions ended so far. */
  readonly executed = { succeeded: 0, failed: 0, aborted: 0 };
  readonly listeners = new Listeners<string, unknown>();
  /** Under way, and to be stopped when all is disposed of. */
  readonly executions = new Set<Stoppable>();
  private readonly callers = new Callers();
  readonly load: ExtraLoad;
  readonly health: ArmHealth;
  readonly hedges: boolean;
  readonly random: Random;

  constructor(settings: Settings, chooser: Chooser, health: ArmHealth) {
    this.settings = settings;
    this.chooser = chooser;
    this.health = health;
    this.clock = settings.clock;
    this.counts = settings.names.map(() => new ArmCounts(settings.halfLife));
    this.outstanding = settings.names.map(() => 0);
    this.load = new ExtraLoad(settings.maxExtraLoad, settings.maxHedges);
    this.random = stream(settings.seed, "runtime", "load");
    this.hedges = settings.maxHedges !== undefined;
  }

  enter(execution: Stoppable, signal: AbortSignal | undefined, now: number): void {
    this.executions.add(execution);
    if (signal !== undefined) this.callers.add(signal, execution);
    this.countCall(now);
  }

  countCall(now: number): void {
    this.load.countCall(now);
    this.health.countCall();
  }

  leave(execution: Stoppable, signal: AbortSignal | undefined): void {
    if (signal !== undefined) this.callers.remove(signal, execution);
    this.executions.delete(execution);
  }

  began(attempt: Attempt, hedge: boolean): void {
    const { arm, cutoff } = attempt.decision;
    const counts = this.counts[arm];
    counts.attempts += 1;
    counts.cutoffMs = cutoff;
    this.listeners.emit("decision", () => ({ ...this.nameOf(attempt), cutoffMs: cutoff, hedge }));
  }

  /** True if an attempt may be cut, and another request may follow: then that is counted. */
  allowsCut(attempt: Attempt, now: number): boolean {
    if (this.health.leavesFreely(attempt.decision.arm)) return true;
    const urgent = this.chooser.isUrgent(attempt, now - attempt.startedAt);
    return this.load.take(now, this.health.outage, urgent);
  }

  allowsHedge(now: number): boolean {
    return this.load.takeHedge(now, this.health.outage);
  }

  /** Whether another request may follow a failed attempt at this arm; if it is `paid`, it is counted as extra load. */
  allowsRetry(arm: number, now: number): "free" | "paid" | "no" {
    if (this.health.leavesFreely(arm)) return "free";
    return this.load.take(now, this.health.outage) ? "paid" : "no";
  }

  /** When an execution may ask one of the arms again, after what failed in it. */
  readyAt(failures: Failures | undefined, now: number): number {
    return this.health.readyAt(failures?.notBefore, now);
  }

  /** Leaves the arm of a failed attempt alone for as long as `backoff` says, and returns that. */
  cool(failed: FailedAttempt, { number, decision }: Attempt, failures: Failures, now: number): number {
    const { backoff, coolsArms } = this.settings;
    const waitMs = backoff(failed, { attempt: number });
    if (!(waitMs >= 0 && waitMs <= LONGEST_TIMER_MS)) {
      throw new RangeError(`mulligan: backoff must lie in [0, ${LONGEST_TIMER_MS}] ms, got ${waitMs}`);
    }
    if (waitMs > 0) {
      if (coolsArms) this.health.cool(decision.arm, now + waitMs);
      else failures.notBefore[decision.arm] = now + waitMs;
    }
    return waitMs;
  }

  /** How long an execution pauses after a failed attempt: until an arm may be asked, and for a while in an outage. */
  pauseMs(waitMs: number, failures: Failures, now: number): number {
    // A policy of the caller's may name the same arm again, so it is asked only after the pause.
    const readyMs = this.chooser.asksAnyArm ? this.readyAt(failures, now) - now : waitMs;
    const outage = this.load.bounded && this.health.outage ? this.health.pauseMs(now, this.random) : 0;
    return Math.max(0, readyMs, outage);
  }

  explain(key: string | undefined): Explanation {
    const now = this.clock.now();
    const left = this.load.left(now, this.health.outage);
    return this.chooser.explain(key, this.outstanding, now, left);
  }

  /** An attempt came to its own end. */
  completed(attempt: Attempt, timeMs: number, reward: number, value: unknown, rejected: boolean): void {
    const counts = this.counts[attempt.decision.arm];
    const success = reward > 0;
    if (success) counts.successes += 1;
    else counts.failures += 1;
    this.ended(attempt, success ? "success" : "rejection", timeMs, reward);
    if (success && attempt.givesBack) this.load.giveBack();
    const failure = rejected ? "rejected" : "no reward";
    this.learn(attempt, { kind: "completed", time: timeMs, reward }, success ? "succeeded" : failure, value);
  }

  /** Counts an attempt that says something of its arm. */
  private ended(attempt: Attempt, kind: AttemptSign["kind"], timeMs: number, reward = 0): void {
    if (attempt.spansPause) return;
    const { arm } = attempt.decision;
    this.counts[arm].end(timeMs, reward);
    // One that was found slow and is cut later is one failure.
    if (attempt.slow && kind !== "success") return;
    const { startedAt } = attempt;
    // Of a success it matters only whether it closes a breaker.
    const matters = kind !== "success" || this.health.stateOf(arm, startedAt) === "open";
    const usual = this.chooser.usual(attempt, matters ? timeMs : 0);
    this.health.ended({ arm, kind, startedAt, timeMs, ...usual }, this.clock.now());
  }

  /** An attempt that is not cut, since it is hedged, lasts longer than it should. */
  foundSlow(attempt: Attempt, now: number): void {
    if (attempt.slow) return;
    this.ended(attempt, "cut", now - attempt.startedAt);
    attempt.slow = true;
  }

  /** An attempt was rejected for good, which says nothing of its arm. */
  endedForGood(attempt: Attempt, timeMs: number): void {
    this.counts[attempt.decision.arm].failures += 1;
    this.chooser.leave(attempt);
    const outcome = { kind: "completed", time: timeMs, reward: 0 } as const;
    this.costMs(attempt, outcome, undefined);
    this.tell(attempt, outcome, "final");
  }

  /** More may be known than when it began: true if it is to go on, until `cutAt`. */
  goesOn(attempt: Attempt, now: number): boolean {
    const elapsed = Math.max(0, now - attempt.startedAt);
    this.lookAt(attempt, this.chooser.limitMs(attempt, elapsed), elapsed);
    return attempt.cutAt > now;
  }

  /** Sets when to cut the attempt or, where it may take long and more may be learned meanwhile, when to think again. */
  lookAt(attempt: Attempt, limitMs: number, elapsedMs: number): void {
    const lookMs = attempt.decision.stands ? Infinity : Math.max(FIRST_LOOK_MS, 2 * elapsedMs);
    attempt.cutAt = attempt.startedAt + Math.min(limitMs, elapsedMs < limitMs ? lookMs : Infinity);
  }

  /** After a success the others' cutoffs may move, where the policy thinks again of attempts under way. */
  reconsiderAll(now: number): void {
    if (!this.chooser.thinksAgain || this.hedges) return;
    for (const execution of this.executions) execution.reconsider(now);
  }

  /** An attempt reached its cutoff: abort it, and learn from that. */
  cut(attempt: Attempt, timeMs: number): void {
    const explanation = this.listeners.has("cut") ? this.explain(attempt.key) : undefined;
    const counts = this.counts[attempt.decision.arm];
    counts.cuts += 1;
    counts.stragglers += 1;
    this.ended(attempt, "cut", timeMs);
    attempt.abort(new DOMException(`cut after ${timeMs.toFixed(1)} ms`, "TimeoutError"));
    if (this.settings.resetting.known) {
      this.learn(attempt, { kind: "censored", time: timeMs }, "cut");
    } else {
      attempt.onLeft = this.measureResetting(attempt, timeMs);
    }
    if (explanation === undefined) return;
    this.listeners.emit("cut", () => ({ ...this.nameOf(attempt), timeMs, explanation }));
  }

  /** An attempt was stopped for a reason that is not its own: all that is known is that it took longer. */
  stopped(
    attempt: Attempt,
    reason: unknown,
    ending: AttemptEnding,
    time = Math.max(0, this.clock.now() - attempt.startedAt),
  ): void {
    const counts = this.counts[attempt.decision.arm];
    counts.stopped += 1;
    if (!attempt.settled) counts.stragglers += 1;
    if (ending === "deadline") this.ended(attempt, "deadline", time);
    attempt.abort(reason);
    this.learn(attempt, { kind: "censored", time }, ending);
  }

  /** A promise settled after its attempt was over; its value, if it has one, is nobody's. */
  left(attempt: Attempt, fulfilled: boolean, value: unknown): void {
    const counts = this.counts[attempt.decision.arm];
    counts.stragglers -= 1;
    attempt.onLeft?.();
    if (!fulfilled) return;
    counts.late += 1;
    this.discard(attempt, value);
  }

  /** A value is nobody's. What the caller's function throws, or rejects later, ends nothing. */
  async discard({ decision, number }: Attempt, value: unknown): Promise<void> {
    try {
      await this.settings.discard?.(value as never, {
        arm: this.settings.names[decision.arm],
        attempt: number,
      });
    } catch (error) {
      console.error("mulligan: discard threw", error);
    }
  }

  /** The words by which events name an attempt. */
  nameOf({ execution, key, number, decision }: Attempt) {
    return { execution, key, attempt: number, arm: this.settings.names[decision.arm] };
  }

  /** What `cost` or a policy of the caller's throws is kept at the attempt, for its execution to fail with. */
  private learn(attempt: Attempt, outcome: Outcome, ending: AttemptEnding, value?: unknown): void {
    try {
      const costMs = this.costMs(attempt, outcome, value);
      this.chooser.observe(attempt, outcome, ending, costMs);
    } catch (error) {
      attempt.policyFailed = { error };
    }
    this.tell(attempt, outcome, ending);
  }

  /** What the caller's `cost` says of an attempt, counted and in ms. */
  private costMs({ decision: { arm } }: Attempt, outcome: Outcome, value: unknown): number {
    const { cost: given, msPerCost, names } = this.settings;
    if (given === undefined) return 0;
    const cost = given({ arm: names[arm], outcome, elapsedMs: outcome.time, value });
    if (!(cost >= 0 && cost < Infinity)) {
      throw new RangeError(`mulligan: cost must be a finite number of at least 0, got ${cost}`);
    }
    this.counts[arm].cost += cost;
    return msPerCost * cost;
  }

  private tell(attempt: Attempt, outcome: Outcome, ending: AttemptEnding): void {
    this.listeners.emit("outcome", () => ({ ...this.nameOf(attempt), outcome, ending }));
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
      this.learn(attempt, { kind: "censored", time: timeMs, resetting: this.clock.now() - cutAt }, "cut");
    };
    const timer = this.clock.setTimer(settle, timeMs, false);
    return settle;
  }
}

/** Attempts that take longer are thought of again, after twice the time each. */
const FIRST_LOOK_MS = 100;
