import type { Outcome } from "../problem/outcome.ts";
import type { Random } from "../random/random.ts";
import { stream } from "../random/stream.ts";
import { AbortSignals } from "./abort-signals.ts";
import type { ArmHealth, AttemptSign } from "./arm-health.ts";
import type { Attempt } from "./attempt.ts";
import type { Chooser } from "./chooser.ts";
import type { Clock } from "./clock.ts";
import { type AttemptEnding, RuntimeListeners } from "./events.ts";
import { ExtraLoad } from "./extra-load.ts";
import type { Settings } from "./settings.ts";
import { ArmCounters, type Explanation, sentenceOf } from "./stats.ts";

/** An execution, from outside. */
interface RunningExecution {
  abort(reason: unknown): void;
  reconsider(now: number): void;
}

/** The state that all executions of one `mulligan` share: the learned figures, the counters and the listeners. */
export class RuntimeState {
  readonly settings: Settings;
  readonly chooser: Chooser;
  readonly clock: Clock;
  readonly counters: readonly ArmCounters[];
  /** The number of attempts under way at each arm. */
  readonly outstanding: number[];
  /** The counts of executions by their end. */
  readonly executed = { succeeded: 0, failed: 0, aborted: 0 };
  readonly listeners = new RuntimeListeners<string, unknown>();
  readonly executions = new Set<RunningExecution>();
  private readonly signals = new AbortSignals();
  readonly load: ExtraLoad;
  readonly health: ArmHealth;
  readonly random: Random;

  constructor(settings: Settings, chooser: Chooser, health: ArmHealth) {
    this.settings = settings;
    this.chooser = chooser;
    this.health = health;
    this.clock = settings.clock;
    this.counters = settings.names.map(() => new ArmCounters(settings.halfLife));
    this.outstanding = settings.names.map(() => 0);
    this.load = new ExtraLoad(settings.maxExtraLoad, settings.maxHedges);
    this.random = stream(settings.seed, "runtime", "load");
  }

  enter(execution: RunningExecution, signal: AbortSignal | undefined, now: number): void {
    this.executions.add(execution);
    if (signal !== undefined) this.signals.add(signal, execution);
    this.countCall(now);
  }

  leave(execution: RunningExecution, signal: AbortSignal | undefined): void {
    if (signal !== undefined) this.signals.remove(signal, execution);
    this.executions.delete(execution);
  }

  countCall(now: number): void {
    this.load.countCall(now);
    this.health.countCall();
  }

  explain(key: string | undefined): Explanation {
    const { chooser, health, outstanding, settings } = this;
    const now = this.clock.now();
    const extraRequestsLeft = this.load.left(now, health.outage);
    const choice = chooser.explain(key, outstanding, now, extraRequestsLeft);
    const cooldownMs = health.readyAt(undefined, now) - now;
    const sentence = sentenceOf(choice, settings.callLimits.objective, cooldownMs);
    return { ...choice, extraRequestsLeft, sentence };
  }

  begin(attempt: Attempt, hedge: boolean): void {
    const { arm, cutoff } = attempt.decision;
    const counters = this.counters[arm];
    this.outstanding[arm] += 1;
    counters.attempts += 1;
    counters.cutoffMs = cutoff;
    this.listeners.emit("decision", () => ({ ...this.nameOf(attempt), cutoffMs: cutoff, hedge }));
  }

  /** Sets when to cut the attempt or, where it may take long and more may be learned meanwhile, when to reconsider that. */
  setCutTime(attempt: Attempt, limitMs: number, elapsedMs: number): void {
    const reconsiderMs = attempt.decision.stands ? Infinity : Math.max(FIRST_RECONSIDERED_MS, 2 * elapsedMs);
    attempt.cutAt = attempt.startedAt + Math.min(limitMs, elapsedMs < limitMs ? reconsiderMs : Infinity);
  }

  /** Sets the cutoff anew, since more may be known than when the attempt began. True if it is to go on. */
  reconsider(attempt: Attempt, now: number): boolean {
    const elapsed = Math.max(0, now - attempt.startedAt);
    this.setCutTime(attempt, this.chooser.limitMs(attempt, elapsed), elapsed);
    return attempt.cutAt > now;
  }

  /** After a success the others' cutoffs may move, where the policy reconsiders attempts under way. */
  reconsiderAll(now: number): void {
    if (!this.chooser.thinksAgain || this.settings.maxHedges !== undefined) return;
    for (const execution of this.executions) execution.reconsider(now);
  }

  /** Records an attempt that came to its own end. */
  complete(attempt: Attempt, timeMs: number, reward: number, value: unknown, rejected: boolean): void {
    const counters = this.counters[attempt.decision.arm];
    const success = reward > 0;
    if (success) counters.successes += 1;
    else counters.failures += 1;
    this.recordEnd(attempt, success ? "success" : "rejection", timeMs, reward);
    if (success && attempt.givesBack) this.load.giveBack();
    const failure = rejected ? "rejected" : "no reward";
    this.learn(attempt, { kind: "completed", time: timeMs, reward }, success ? "succeeded" : failure, value);
  }

  /** Records an attempt that was rejected for good, which says nothing about its arm. */
  completeFinally(attempt: Attempt, timeMs: number): void {
    this.counters[attempt.decision.arm].failures += 1;
    this.chooser.forget(attempt);
    const outcome = { kind: "completed", time: timeMs, reward: 0 } as const;
    this.costMs(attempt, outcome, undefined);
    this.emitOutcome(attempt, outcome, "final");
  }

  /** Aborts an attempt that reached its cutoff, and learns from that. */
  cut(attempt: Attempt, timeMs: number): void {
    const explanation = this.listeners.has("cut") ? this.explain(attempt.key) : undefined;
    const counters = this.counters[attempt.decision.arm];
    counters.cuts += 1;
    counters.stragglers += 1;
    this.recordEnd(attempt, "cut", timeMs);
    attempt.abort(new DOMException(`cut after ${timeMs.toFixed(1)} ms`, "TimeoutError"));
    if (this.settings.resetting.known) {
      this.learn(attempt, { kind: "censored", time: timeMs }, "cut");
    } else {
      attempt.onSettledLate = this.measureResetting(attempt, timeMs);
    }
    if (explanation === undefined) return;
    this.listeners.emit("cut", () => ({ ...this.nameOf(attempt), timeMs, explanation }));
  }

  /** Aborts an attempt for a reason that is not its own: all that is known is that it took longer. */
  stop(attempt: Attempt, reason: unknown, ending: AttemptEnding, time: number): void {
    const counters = this.counters[attempt.decision.arm];
    counters.stopped += 1;
    if (!attempt.settled) counters.stragglers += 1;
    if (ending === "deadline") this.recordEnd(attempt, "deadline", time);
    attempt.abort(reason);
    this.learn(attempt, { kind: "censored", time }, ending);
  }

  /** Records that a promise settled after its attempt was over, and discards its value. */
  settleLate(attempt: Attempt, fulfilled: boolean, value: unknown): void {
    const counters = this.counters[attempt.decision.arm];
    counters.stragglers -= 1;
    attempt.onSettledLate?.();
    if (!fulfilled) return;
    counters.late += 1;
    this.discard(attempt, value);
  }

  /** Gives an unused value to the caller's `discard`. What that throws, or rejects with later, ends nothing. */
  async discard({ decision, number }: Attempt, value: unknown): Promise<void> {
    const { discard, names } = this.settings;
    try {
      await discard?.(value as never, { arm: names[decision.arm], attempt: number });
    } catch (error) {
      console.error("mulligan: discard threw", error);
    }
  }

  /** Records that an attempt which is hedged, and so not cut, lasts longer than it should. */
  markSlow(attempt: Attempt, now: number): void {
    if (attempt.slow) return;
    this.recordEnd(attempt, "cut", now - attempt.startedAt);
    attempt.slow = true;
  }

  /** The fields by which events name an attempt. */
  nameOf({ execution, key, number, decision }: Attempt) {
    return { execution, key, attempt: number, arm: this.settings.names[decision.arm] };
  }

  /** Counts the end of an attempt that says something about its arm. */
  private recordEnd(attempt: Attempt, kind: AttemptSign["kind"], timeMs: number, reward = 0): void {
    if (attempt.spansPause) return;
    const { arm } = attempt.decision;
    this.counters[arm].end(timeMs, reward);
    // An attempt that was slow and is cut later is one failure.
    if (attempt.slow && kind !== "success") return;
    const { startedAt } = attempt;
    // The time of a success matters only if it may close a breaker.
    const matters = kind !== "success" || this.health.stateOf(arm, startedAt) === "open";
    const usual = this.chooser.usual(attempt, matters ? timeMs : 0);
    this.health.end({ arm, kind, startedAt, timeMs, ...usual }, this.clock.now());
  }

  /**
   * Learns from an attempt. An error of `cost` or of the caller's policy is kept at the attempt, so that its execution
   * fails with it.
   */
  private learn(attempt: Attempt, outcome: Outcome, ending: AttemptEnding, value?: unknown): void {
    try {
      const costMs = this.costMs(attempt, outcome, value);
      this.chooser.observe(attempt, outcome, ending, costMs);
    } catch (error) {
      attempt.policyFailed = { error };
    }
    this.emitOutcome(attempt, outcome, ending);
  }

  /** Returns the caller's `cost` of an attempt, added up and in ms. */
  private costMs({ decision: { arm } }: Attempt, outcome: Outcome, value: unknown): number {
    const { cost: given, msPerCost, names } = this.settings;
    if (given === undefined) return 0;
    const cost = given({ arm: names[arm], outcome, elapsedMs: outcome.time, value });
    if (!(cost >= 0 && cost < Infinity)) {
      throw new RangeError(`mulligan: cost must be a finite number of at least 0, got ${cost}`);
    }
    this.counters[arm].cost += cost;
    return msPerCost * cost;
  }

  private emitOutcome(attempt: Attempt, outcome: Outcome, ending: AttemptEnding): void {
    this.listeners.emit("outcome", () => ({ ...this.nameOf(attempt), outcome, ending }));
  }

  /**
   * The resetting time lasts until the promise settles. It is measured for as long as the attempt ran at most: an arm that never
   * settles must be learned from too.
   */
  private measureResetting(attempt: Attempt, timeMs: number): () => void {
    const cutAt = this.clock.now();
    const settle = () => {
      this.clock.clearTimer(timer);
      attempt.onSettledLate = undefined;
      this.learn(attempt, { kind: "censored", time: timeMs, resetting: this.clock.now() - cutAt }, "cut");
    };
    const timer = this.clock.setTimer(settle, timeMs, false);
    return settle;
  }
}

/** Attempts that take longer are reconsidered, after twice the time each. */
const FIRST_RECONSIDERED_MS = 100;
