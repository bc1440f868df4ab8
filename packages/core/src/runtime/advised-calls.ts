import { type AdvisedAttempt, AdvisedCall, type SavedCall } from "./advised-call.ts";
import { Attempt } from "./attempt.ts";
import { Failures } from "./attempts-failed.ts";
import type { Choice } from "./chooser.ts";
import type { AttemptEnding } from "./events.ts";
import type { LearnedChooser } from "./learned-chooser.ts";
import { checkKey, checkOwnDeadline } from "./settings.ts";
import type { Shared } from "./shared.ts";

/** What is asked: another attempt of a call. */
export interface CallRequest {
  /** The caller's word for the call. Without one it is a call of its own, with one attempt. */
  readonly call?: string | undefined;
  /** The class of the call, as `key` of `execute`. */
  readonly key?: string | undefined;
  /** What is left of the call's time, in ms; by default the option `deadline` holds from its first attempt on. */
  readonly remainingMs?: number | undefined;
}

/** An attempt to make now. */
export interface AdvisedStart {
  /** Its number among all attempts, from 1. */
  readonly id: number;
  /** The place of its arm. */
  readonly arm: number;
  /** How long to wait for it. Before it is cut, ask again: the load may allow no other. */
  readonly cutoffMs: number;
  /** When to ask about the call again, from now: when an attempt reaches its cutoff, or earlier if more may be known by then. */
  readonly askAfterMs: number;
  /** Which attempt of its call it is, from 1. */
  readonly attempt: number;
  /** The attempts that it replaces: they are to be cut. A hedge replaces none. */
  readonly cuts: readonly number[];
  /** Whether another attempt of the call would be allowed now: after a failure, and beside it. */
  readonly mayRetry: boolean;
  readonly mayHedge: boolean;
}

/**
 * Why no attempt is to be made now: no further request within `maxExtraLoad` (`load`), the `breaker` is open, all arms cool down or
 * there is a pause in an outage (`cooldown`), the `attempts` or the time (`deadline`) of the call are used up, or its attempt
 * under way has not reached its `cutoff` by what is known now.
 */
export type RefusalReason = "load" | "breaker" | "cooldown" | "attempts" | "deadline" | "cutoff";

/** No attempt is to be made now. What is under way goes on, and the call may ask again after `waitMs`; Infinity if it has failed. */
export interface Refusal {
  readonly refused: RefusalReason;
  readonly waitMs: number;
}

/** What came of an attempt: it ended by itself, with a reward above 0 if it succeeded; or it was cut. */
export interface AttemptReport {
  readonly timeMs: number;
  /** Undefined if it was cut. */
  readonly reward?: number | undefined;
  /** Of a failed attempt: how long its server asks to be left alone; an hour at most counts. */
  readonly retryAfterMs?: number | undefined;
  /** In the unit of `msPerCost`. */
  readonly cost?: number | undefined;
}

/** A decision of before. */
export type MadeBefore = Pick<AdvisedStart, "id" | "arm" | "cutoffMs" | "cuts">;

/** What an advisor is made of; `shared` reads `clock`, which stands where the caller says. */
interface AdvisorParts {
  readonly shared: Shared;
  readonly chooser: LearnedChooser;
  readonly clock: { at: number };
  readonly costs: AttemptCosts;
}

/**
 * Calls whose requests are made elsewhere, by the rules of `Shared`: what `Execution` does when a timer goes off or a promise settles
 * is done here when the caller asks or reports.
 */
export class AdvisedCalls {
  readonly shared: Shared;
  /** The number of the latest attempt. */
  last = 0;
  private readonly chooser: LearnedChooser;
  private readonly clock: { at: number };
  private readonly costs: AttemptCosts;
  /** Those heard of longest ago first. */
  private readonly calls = new Map<string | number, AdvisedCall>();
  private readonly attempts = new Map<number, AdvisedAttempt>();

  private readonly earlyMs: number;

  constructor({ shared, chooser, clock, costs }: AdvisorParts, earlyMs: number) {
    this.earlyMs = earlyMs;
    this.shared = shared;
    this.chooser = chooser;
    this.clock = clock;
    this.costs = costs;
  }

  /** A clock that was set back stands still until it is past the latest time again. */
  moveTo(now: number): number {
    this.clock.at = Math.max(this.clock.at, now);
    return this.clock.at;
  }

  begin(request: CallRequest, at: number): AdvisedStart | Refusal {
    const now = this.moveTo(at);
    this.forgetOld(now);
    const call = this.callOf(request, now);
    if (call === undefined) return refusal("deadline");
    const answer = this.next(call, now);
    // Nobody can ask about it again.
    if ("refused" in answer && typeof call.name === "number") this.remove(call);
    return answer;
  }

  beginAgain(request: CallRequest, at: number, made: MadeBefore | undefined): void {
    const answer = this.begin(request, at);
    const id = "refused" in answer ? undefined : answer.id;
    const same =
      made === undefined
        ? id === undefined
        : !("refused" in answer) &&
          answer.id === made.id &&
          answer.arm === made.arm &&
          answer.cutoffMs === made.cutoffMs &&
          answer.cuts.join() === made.cuts.join();
    if (same) return;
    if (id !== undefined) {
      const { call } = this.attempts.get(id)!;
      this.forget(id);
      call.begun -= 1;
      this.last = id - 1;
    }
    if (made === undefined) return;
    const now = this.clock.at;
    const call = this.callOf(request, now) ?? this.newCall(request, now);
    for (const each of made.cuts.flatMap((cut) => this.attempts.get(cut) ?? [])) {
      if (!each.attempt.over) this.cut(each, now);
    }
    this.last = made.id - 1;
    const decision = { arm: made.arm, cutoff: made.cutoffMs, attempt: call.begun + 1, stands: false };
    this.start(call, decision, now);
  }

  observe(id: number, report: AttemptReport, at: number): void {
    const now = this.moveTo(at);
    const found = this.attempts.get(id);
    if (found === undefined) return;
    const { call, attempt } = found;
    const { timeMs, reward, retryAfterMs = 0, cost = 0 } = report;
    const { arm } = attempt.decision;
    this.touch(call, now);
    this.costs.report(arm, cost, reward === undefined);
    const success = reward !== undefined && reward > 0;
    if (attempt.over) {
      // It was cut too late, and the caller has what it wanted.
      if (success) this.end(call, "lost");
      return;
    }
    attempt.settled = true;
    call.underway.drop(attempt);
    if (success) {
      this.end(call, "lost");
      this.costs.current = cost;
      this.shared.completed(attempt, timeMs, reward, undefined, false);
      return;
    }
    this.costs.current = cost;
    if (reward !== undefined) {
      this.shared.completed(attempt, timeMs, 0, undefined, true);
      const value = Math.min(retryAfterMs, LONGEST_COOLDOWN_MS);
      this.failed(found, { timeMs, why: "rejected", value }, now);
    } else this.wasCut(found, timeMs, now);
    if (typeof call.name === "number") this.remove(call);
  }

  forget(id: number): void {
    const found = this.attempts.get(id);
    if (found === undefined || found.attempt.over) return;
    const { call, attempt } = found;
    call.underway.drop(attempt);
    this.chooser.leave(attempt);
    call.failed = { arm: attempt.decision.arm, cut: true, allowed: false };
  }

  save(): SavedCall[] {
    return [...this.calls.values()].map((call) => call.save());
  }

  restore(saved: readonly SavedCall[], last: number): void {
    this.last = last;
    for (const each of saved) {
      const call = AdvisedCall.restore(each, this.shared);
      this.calls.set(call.name, call);
      for (const attempt of call.attempts) this.attempts.set(attempt.id, attempt);
    }
  }

  /** The call that is asked about, new if it is not known; undefined if there is no time for it. */
  private callOf(request: CallRequest, now: number): AdvisedCall | undefined {
    const { call: name, remainingMs } = request;
    const known = name === undefined ? undefined : this.calls.get(name);
    if (known === undefined)
      return remainingMs !== undefined && remainingMs <= 0 ? undefined : this.newCall(request, now);
    if (remainingMs !== undefined) known.deadlineAt = now + checkOwnDeadline(remainingMs);
    this.touch(known, now);
    return known;
  }

  private newCall({ call: name, key, remainingMs }: CallRequest, now: number): AdvisedCall {
    const { deadline, maxAttempts } = this.shared.settings;
    const call = new AdvisedCall(
      { name: name ?? this.last + 1, key: key === undefined ? undefined : checkKey(key), startedAt: now },
      {
        deadlineAt: now + (remainingMs === undefined ? deadline : checkOwnDeadline(remainingMs)),
        maxAttempts: name === undefined ? 1 : maxAttempts,
      },
      this.shared.outstanding,
    );
    this.calls.set(call.name, call);
    this.shared.countCall(now);
    return call;
  }

  private next(call: AdvisedCall, now: number): AdvisedStart | Refusal {
    if (now >= call.deadlineAt) {
      this.stopAll(call, "deadline");
      return refusal("deadline");
    }
    return call.underway.attempts.length > 0 ? this.atCutoff(call, now) : this.afterFailure(call, now);
  }

  /** The caller says that an attempt under way has reached its cutoff. */
  private atCutoff(call: AdvisedCall, now: number): AdvisedStart | Refusal {
    const due = call.attempts.find(({ attempt }) => !attempt.over && this.isDue(attempt, now));
    if (due === undefined) return refusal("cutoff", call.underway.wakeAt(Infinity) - now);
    const { attempt } = due;
    if (!call.failed?.allowed) {
      const next = this.shared.atCutoff(attempt, call.progress(), now);
      if (next === "hedge") {
        const started = this.begun(call, now, []);
        attempt.putOff(now, this.shared.settings.maxCutoffMs);
        return { ...started, askAfterMs: call.underway.wakeAt(Infinity) - now };
      }
      if (next === "wait") {
        attempt.putOff(now, this.shared.settings.maxCutoffMs);
        return refusal(
          call.begun >= call.maxAttempts ? "attempts" : "load",
          Math.max(attempt.cutAt - now, 1),
        );
      }
      if (next === "end" || call.begun >= call.maxAttempts) {
        this.cut(due, now);
        const answer = this.next(call, now);
        return "refused" in answer ? answer : { ...answer, cuts: [due.id, ...answer.cuts] };
      }
      call.failed = { arm: attempt.decision.arm, cut: true, allowed: true };
      this.pause(call, now);
    }
    // In a pause it goes on: it may still succeed.
    const notYet = this.notReady(call, now);
    if (notYet !== undefined) return notYet;
    this.cut(due, now);
    return this.begun(call, now, [due.id]);
  }

  /** The last attempt has failed, or there was none. */
  private afterFailure(call: AdvisedCall, now: number): AdvisedStart | Refusal {
    const { failed } = call;
    if (call.begun >= call.maxAttempts) return refusal("attempts");
    if (failed !== undefined && !failed.allowed) {
      const allowed = this.shared.allowsAnother(failed.arm, now);
      if (allowed === "no") return refusal("load");
      failed.allowed = true;
      call.paidForRejection = allowed === "paid" && !failed.cut;
      this.pause(call, now);
    }
    return this.notReady(call, now) ?? this.begun(call, now, []);
  }

  private isDue(attempt: Attempt, now: number): boolean {
    // A timer may go off a little early.
    return !this.shared.goesOn(attempt, now) || attempt.cutAt <= now + this.earlyMs;
  }

  private pause(call: AdvisedCall, now: number): void {
    const pauseMs = this.shared.pauseMs(0, this.failuresOf(call), now);
    call.resumeAt = pauseMs > 0 ? now + pauseMs : -Infinity;
  }

  /** Why an attempt that the load allows must wait all the same; undefined if it need not. */
  private notReady(call: AdvisedCall, now: number): Refusal | undefined {
    const readyAt = Math.max(call.resumeAt, this.shared.readyAt(call.failures, now));
    if (readyAt >= call.deadlineAt)
      return refusal("deadline", call.underway.attempts.length > 0 ? call.deadlineAt - now : Infinity);
    if (readyAt > now) return refusal("cooldown", readyAt - now);
    const { health } = this.shared;
    return health.admits(now) ? undefined : refusal("breaker", Math.max(health.probeInMs(now), 1));
  }

  private begun(call: AdvisedCall, now: number, cuts: readonly number[]): AdvisedStart {
    const decision = this.chooser.decide(call.request(this.shared, this.last + 1, now));
    const { attempt } = this.start(call, decision, now);
    const { health, load } = this.shared;
    const more = call.begun < call.maxAttempts;
    return {
      id: this.last,
      arm: decision.arm,
      cutoffMs: decision.cutoff,
      askAfterMs: attempt.cutAt - now,
      attempt: attempt.number,
      cuts,
      mayRetry: more && (health.leavesFreely(decision.arm) || load.left(now, health.outage) >= 1),
      mayHedge: more && load.hasHedge(now, health.outage),
    };
  }

  private start(call: AdvisedCall, decision: Choice, now: number): AdvisedAttempt {
    const attempt = new Attempt(decision, call.request(this.shared, this.last + 1, now), now);
    attempt.givesBack = call.paidForRejection;
    this.shared.lookAt(attempt, decision.cutoff, 0);
    Object.assign(call, {
      paidForRejection: false,
      failed: undefined,
      resumeAt: -Infinity,
      begun: attempt.number,
    });
    call.underway.add(attempt);
    this.shared.began(attempt, false);
    this.last += 1;
    const started = { id: this.last, call, attempt };
    call.attempts.push(started);
    this.attempts.set(this.last, started);
    return started;
  }

  /** Cuts an attempt for another one. */
  private cut(found: AdvisedAttempt, now: number): void {
    const { attempt, call } = found;
    const { startedAt, decision } = attempt;
    // The service or the caller may have stood still since it was due; that says nothing of the arm.
    const longestMs = Math.max(decision.cutoff, attempt.cutAt - startedAt) + PAUSE_MS;
    call.underway.drop(attempt);
    this.costs.current = this.costs.ofCut(decision.arm);
    this.learnCut(found, Math.min(attempt.cutTime(now), longestMs), now);
  }

  /** The caller has cut an attempt by itself: at its cutoff, at the deadline of the call, or earlier for a reason of its own. */
  private wasCut(found: AdvisedAttempt, timeMs: number, now: number): void {
    const { call, attempt } = found;
    const atDeadline = now >= call.deadlineAt - this.earlyMs;
    if (!atDeadline && timeMs >= attempt.decision.cutoff - this.earlyMs) this.learnCut(found, timeMs, now);
    else {
      this.shared.stopped(attempt, undefined, atDeadline ? "deadline" : "aborted", timeMs);
      call.failed = { arm: attempt.decision.arm, cut: true, allowed: false };
    }
  }

  private learnCut(found: AdvisedAttempt, timeMs: number, now: number): void {
    found.call.cuts += 1;
    this.shared.cut(found.attempt, timeMs);
    this.failed(found, { timeMs, why: "cut" }, now);
  }

  private failed(
    { call, attempt }: AdvisedAttempt,
    how: { readonly timeMs: number; readonly why: "cut" | "rejected"; readonly value?: number },
    now: number,
  ): void {
    const failures = this.failuresOf(call);
    this.shared.cool(failures.add(attempt, how), attempt, failures, now);
    call.failed = {
      arm: attempt.decision.arm,
      cut: how.why === "cut",
      allowed: call.failed?.allowed ?? false,
    };
  }

  private failuresOf(call: AdvisedCall): Failures {
    call.failures ??= new Failures(this.shared.settings.names);
    return call.failures;
  }

  /** Stops what is under way; all that is known is that it took longer. */
  private stopAll(call: AdvisedCall, ending: AttemptEnding): void {
    for (const attempt of [...call.underway.attempts]) {
      call.underway.drop(attempt);
      this.costs.current = this.costs.ofCut(attempt.decision.arm);
      this.shared.stopped(attempt, undefined, ending);
    }
  }

  private end(call: AdvisedCall, ending: AttemptEnding): void {
    this.stopAll(call, ending);
    this.remove(call);
  }

  private touch(call: AdvisedCall, now: number): void {
    call.touchedAt = now;
    this.calls.delete(call.name);
    this.calls.set(call.name, call);
  }

  private remove(call: AdvisedCall): void {
    for (const { id, attempt } of call.attempts) {
      if (!attempt.over) this.forget(id);
      this.attempts.delete(id);
    }
    this.calls.delete(call.name);
  }

  /** Calls that nobody finished: nothing runs on past the ceiling, so nobody will ask about them. */
  private forgetOld(now: number): void {
    const since = now - 2 * this.shared.settings.maxCutoffMs;
    for (const call of this.calls.values()) {
      if (call.touchedAt >= since && this.calls.size < MAX_CALLS) return;
      this.remove(call);
    }
  }
}

/**
 * What attempts cost. When an attempt is cut for another one, the caller has not said yet what it cost: it counts as much as the last
 * cut attempt at its arm that was reported or, before the first, as the last attempt there.
 */
export class AttemptCosts {
  /** Of the attempt that is learned from now. */
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

function refusal(refused: RefusalReason, waitMs = Infinity): Refusal {
  return { refused, waitMs };
}

/** Calls that are remembered at once. */
const MAX_CALLS = 20_000;
const PAUSE_MS = 1_000;
const LONGEST_COOLDOWN_MS = 3_600_000;
