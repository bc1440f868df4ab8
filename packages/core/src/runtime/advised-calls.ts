import {
  type AdvisedAttempt,
  type AdvisedCall,
  type AdvisedStart,
  type AttemptReport,
  type CallRequest,
  KnownCalls,
  type MadeBefore,
  type Refusal,
  type RefusalReason,
} from "./advised-call.ts";
import type { Attempt, AttemptRequest } from "./attempt.ts";
import type { AttemptFailure } from "./call.ts";
import type { RuntimeState } from "./state.ts";

/**
 * Calls whose requests are made elsewhere, by the rules of `Call`: what `Execution` does when a timer goes off or a promise settles
 * happens here when the caller asks or reports.
 */
export class AdvisedCalls {
  readonly known: KnownCalls;
  private readonly state: RuntimeState;
  /** The clock of `state`, which stands where the caller says. */
  private readonly clock: { at: number };
  private readonly costs: AttemptCosts;
  private readonly earlyMs: number;
  /** The attempts that are to be cut by the present answer. */
  private cuts: number[] = [];

  constructor(state: RuntimeState, clock: { at: number }, costs: AttemptCosts, earlyMs: number) {
    this.state = state;
    this.known = new KnownCalls(state);
    this.clock = clock;
    this.costs = costs;
    this.earlyMs = earlyMs;
  }

  /** Sets the clock. If it was set back, it stands still until it is past the latest time again. */
  moveTo(now: number): number {
    this.clock.at = Math.max(this.clock.at, now);
    return this.clock.at;
  }

  begin(request: CallRequest, at: number): AdvisedStart | Refusal {
    const now = this.moveTo(at);
    this.known.removeOld(now);
    this.cuts = [];
    const known = this.known.of(request, now);
    if (known === undefined) return this.refusal("deadline");
    const answer = this.next(known, now);
    // A call without a name cannot be asked about again.
    if ("refused" in answer && typeof known.name === "number") this.known.remove(known);
    return answer;
  }

  beginAgain(request: CallRequest, at: number, { cuts, start }: MadeBefore): void {
    const answer = this.begin(request, at);
    const now = this.clock.at;
    for (const each of cuts.flatMap((cut) => this.known.attempts.get(cut) ?? [])) {
      if (!each.attempt.over) this.cut(each, now);
    }
    if (!("refused" in answer)) {
      const { id, arm, cutoffMs } = answer;
      if (id === start?.id && arm === start.arm && cutoffMs === start.cutoffMs) return;
      const { of } = this.known.attempts.get(id)!;
      this.known.forget(id);
      of.call.begun -= 1;
    }
    if (start === undefined) return;
    this.known.last = start.id - 1;
    const known = this.known.of(request, now) ?? this.known.add(request, now);
    const next = this.requestFor(known, now);
    const decision = { arm: start.arm, cutoff: start.cutoffMs, attempt: next.number, stands: false };
    this.known.addAttempt(known, known.call.begin(decision, next, false));
  }

  observe(id: number, report: AttemptReport, at: number): void {
    const now = this.moveTo(at);
    this.cuts = [];
    const found = this.known.attempts.get(id);
    if (found === undefined) return;
    const { of, attempt } = found;
    const { timeMs, reward, retryAfterMs = 0, cost = 0 } = report;
    this.known.touch(of, now);
    this.costs.report(attempt.decision.arm, cost, reward === undefined);
    const success = reward !== undefined && reward > 0;
    if (attempt.over) {
      // It was cut too late, and the caller has a result.
      if (success) this.finish(of);
      return;
    }
    attempt.settled = true;
    of.call.end(attempt);
    if (success) this.finish(of);
    this.costs.current = cost;
    if (reward === undefined) this.learnReportedCut(found, timeMs, now);
    else this.state.complete(attempt, timeMs, reward, undefined, !success);
    if (success) return;
    if (reward !== undefined) {
      this.fail(found, { timeMs, why: "rejected", value: Math.min(retryAfterMs, LONGEST_COOLDOWN_MS) }, now);
    }
    if (typeof of.name === "number") this.known.remove(of);
  }

  private next(known: AdvisedCall, now: number): AdvisedStart | Refusal {
    const { call, attempts } = known;
    if (now >= call.deadlineAt) {
      this.stopAll(known, "deadline");
      return this.refusal("deadline");
    }
    for (const found of attempts) {
      const answer = this.isDue(found.attempt, now) ? this.atCutoff(found, now) : undefined;
      if (answer !== undefined) return answer;
    }
    if (call.running.length > 0) return this.refusal("cutoff", this.untilCutoffMs(known, now));
    return this.afterFailure(known, now);
  }

  /** Handles an attempt that has reached its cutoff. Returns undefined if it was cut and nothing else follows. */
  private atCutoff(found: AdvisedAttempt, now: number): AdvisedStart | Refusal | undefined {
    const { of: known, attempt } = found;
    const { call } = known;
    if (!known.failed?.allowed) {
      const hedged = call.running.length > 1;
      const next = call.atCutoff(attempt, now);
      if (next === "hedge") return this.start(known, now);
      if (next === "wait") {
        return this.refusal(call.mayBegin ? "load" : "attempts", this.untilCutoffMs(known, now));
      }
      if (next === "end" || !call.mayBegin) {
        this.cut(found, now);
        return undefined;
      }
      known.failed = { arm: attempt.decision.arm, cut: true, allowed: true };
      if (hedged) {
        this.cut(found, now);
        return this.start(known, now);
      }
      this.pause(known, now);
    }
    // In a pause it goes on, since it may still succeed.
    const refused = this.notReady(known, now);
    if (refused !== undefined) return refused;
    this.cut(found, now);
    return this.start(known, now);
  }

  /** The last attempt has failed, or there was none. */
  private afterFailure(known: AdvisedCall, now: number): AdvisedStart | Refusal {
    const { call, failed } = known;
    if (!call.mayBegin) return this.refusal("attempts");
    if (failed !== undefined && !failed.allowed) {
      if (!call.takeRetry(failed.arm, failed.cut, now)) return this.refusal("load");
      failed.allowed = true;
      this.pause(known, now);
    }
    return this.notReady(known, now) ?? this.start(known, now);
  }

  /** True if the attempt is to be cut. Timers may go off a little early, and the caller need not ask again for so short a wait. */
  private isDue(attempt: Attempt, now: number): boolean {
    if (attempt.over || now < attempt.cutAt - this.earlyMs) return false;
    const goesOn = this.state.reconsider(attempt, Math.max(now, attempt.cutAt));
    return !goesOn || attempt.cutAt <= now + this.earlyMs;
  }

  private pause(known: AdvisedCall, now: number): void {
    const pauseMs = known.call.pauseMs(0, now);
    known.resumeAt = pauseMs > 0 ? now + pauseMs : -Infinity;
  }

  /** Returns why an attempt that the load allows must wait; undefined if it need not. */
  private notReady({ call, resumeAt }: AdvisedCall, now: number): Refusal | undefined {
    const { health } = this.state;
    const readyAt = Math.max(resumeAt, call.readyAt(now));
    if (readyAt >= call.deadlineAt) {
      // Attempts under way have until then.
      return this.refusal("deadline", call.running.length > 0 ? call.deadlineAt - now : Infinity);
    }
    if (readyAt > now) return this.refusal("cooldown", readyAt - now);
    return health.admits(now) ? undefined : this.refusal("breaker", Math.max(health.probeInMs(now), 1));
  }

  private requestFor({ call }: AdvisedCall, now: number): AttemptRequest {
    return call.request(this.known.last + 1, now);
  }

  private start(known: AdvisedCall, now: number): AdvisedStart {
    const { chooser, health, load } = this.state;
    const { call } = known;
    const request = this.requestFor(known, now);
    const attempt = call.begin(chooser.decide(request), request, false);
    this.known.addAttempt(known, attempt);
    const { arm, cutoff } = attempt.decision;
    return {
      id: this.known.last,
      arm,
      cutoffMs: cutoff,
      askAfterMs: this.untilCutoffMs(known, now),
      attempt: attempt.number,
      cuts: this.cuts,
      mayRetry: call.mayBegin && (health.leavesFreely(arm) || load.left(now, health.outage) >= 1),
      mayHedge: call.mayBegin && load.hasHedge(now, health.outage),
    };
  }

  private untilCutoffMs({ call }: AdvisedCall, now: number): number {
    return Math.max(0, call.nextCutAt - now);
  }

  private refusal(refused: RefusalReason, waitMs = Infinity): Refusal {
    return { refused, waitMs, cuts: this.cuts };
  }

  /** Cuts an attempt for another one. */
  private cut(found: AdvisedAttempt, now: number): void {
    const { attempt, of } = found;
    const { startedAt, decision } = attempt;
    // The service or the caller may have stood still since it was due; that says nothing about the arm.
    const longestMs = Math.max(decision.cutoff, attempt.cutAt - startedAt) + PAUSE_MS;
    of.call.end(attempt);
    this.cuts.push(found.id);
    this.costs.current = this.costs.ofCut(decision.arm);
    this.learnCut(found, Math.min(attempt.cutTime(now), longestMs), now);
  }

  /** The caller has cut an attempt by itself: at its cutoff, at the deadline of the call, or earlier for a reason of its own. */
  private learnReportedCut(found: AdvisedAttempt, timeMs: number, now: number) {
    const { of, attempt } = found;
    const { arm, cutoff } = attempt.decision;
    const atDeadline = now >= of.call.deadlineAt - this.earlyMs;
    if (!atDeadline && timeMs >= cutoff - this.earlyMs) return this.learnCut(found, timeMs, now);
    this.state.stop(attempt, undefined, atDeadline ? "deadline" : "aborted", timeMs);
    of.failed = { arm, cut: true, allowed: false };
  }

  private learnCut(found: AdvisedAttempt, timeMs: number, now: number): void {
    found.of.call.cuts += 1;
    this.state.cut(found.attempt, timeMs);
    this.fail(found, { timeMs, why: "cut" }, now);
  }

  private fail({ of, attempt }: AdvisedAttempt, failure: AttemptFailure, now: number): void {
    const { call } = of;
    call.cool(call.fail(attempt, failure), attempt, now);
    const allowed = of.failed?.allowed ?? false;
    of.failed = { arm: attempt.decision.arm, cut: failure.why === "cut", allowed };
    // The other attempt of a hedged call runs on; a third may start as soon as the load allows it.
    const [other] = call.running;
    if (!allowed && other !== undefined) other.cutAt = now;
  }

  private finish(known: AdvisedCall): void {
    this.stopAll(known, "lost");
    this.known.remove(known);
  }

  /** Stops the attempts under way; all that is known is that they took longer. */
  private stopAll({ call, attempts }: AdvisedCall, ending: "deadline" | "lost"): void {
    for (const { id, attempt } of attempts) {
      if (attempt.over) continue;
      call.end(attempt);
      this.cuts.push(id);
      this.costs.current = this.costs.ofCut(attempt.decision.arm);
      // The caller may ask long after its deadline.
      const untilMs = Math.min(this.clock.at, call.deadlineAt) - attempt.startedAt;
      this.state.stop(attempt, undefined, ending, Math.max(0, untilMs));
    }
  }
}

const PAUSE_MS = 1_000;
const LONGEST_COOLDOWN_MS = 3_600_000;

/**
 * The costs of attempts. When an attempt is cut for another one, the caller has not reported its cost yet: it counts as much as the
 * last reported cut at its arm or, before the first, as the last attempt there.
 */
export class AttemptCosts {
  /** The cost of the attempt that is learned from now. */
  current = 0;
  private readonly latest: number[];
  private readonly latestCut: (number | undefined)[];

  constructor(arms: number) {
    this.latest = Array(arms).fill(0);
    this.latestCut = Array(arms).fill(undefined);
  }

  report(arm: number, cost: number, cut: boolean): void {
    (cut ? this.latestCut : this.latest)[arm] = cost;
  }

  ofCut(arm: number): number {
    return this.latestCut[arm] ?? this.latest[arm];
  }
}
