import type {
  AdvisedStart,
  AttemptReport,
  CallRequest,
  MadeBefore,
  Refusal,
  RefusalReason,
} from "./advice.ts";
import type { AdvisedAttempt, AdvisedCall } from "./advised-call.ts";
import { atCutoff } from "./at-cutoff.ts";
import type { Attempt, Choice } from "./attempt.ts";
import type { AttemptCosts } from "./attempt-costs.ts";
import type { AttemptEnding } from "./events.ts";
import { KnownCalls } from "./known-calls.ts";
import type { LearnedChooser } from "./learned-chooser.ts";
import type { Shared } from "./shared.ts";

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
  readonly known: KnownCalls;
  private readonly chooser: LearnedChooser;
  private readonly clock: { at: number };
  private readonly costs: AttemptCosts;
  /** Those that are to be cut by the present answer. */
  private cuts: number[] = [];
  private readonly earlyMs: number;

  constructor({ shared, chooser, clock, costs }: AdvisorParts, earlyMs: number) {
    this.earlyMs = earlyMs;
    this.shared = shared;
    this.known = new KnownCalls(shared);
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
    this.known.removeOld(now);
    this.cuts = [];
    const call = this.known.of(request, now);
    if (call === undefined) return this.refusal("deadline");
    const answer = this.next(call, now);
    // Nobody can ask about it again.
    if ("refused" in answer && typeof call.name === "number") this.known.remove(call);
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
      const { call } = this.known.attempts.get(id)!;
      this.known.forget(id);
      call.begun -= 1;
    }
    if (start === undefined) return;
    this.known.last = start.id - 1;
    const call = this.known.of(request, now) ?? this.known.add(request, now);
    const { arm, cutoffMs: cutoff } = start;
    this.known.start(call, { arm, cutoff, attempt: call.begun + 1, stands: false }, now);
  }

  observe(id: number, report: AttemptReport, at: number): void {
    const now = this.moveTo(at);
    this.cuts = [];
    const found = this.known.attempts.get(id);
    if (found === undefined) return;
    const { call, attempt } = found;
    const { timeMs, reward, retryAfterMs = 0, cost = 0 } = report;
    const { arm } = attempt.decision;
    this.known.touch(call, now);
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
    if (typeof call.name === "number") this.known.remove(call);
  }

  private next(call: AdvisedCall, now: number): AdvisedStart | Refusal {
    if (now >= call.deadlineAt) {
      this.stopAll(call, "deadline");
      return this.refusal("deadline");
    }
    for (const found of call.attempts) {
      const answer = this.isDue(found.attempt, now) ? this.atCutoff(found, now) : undefined;
      if (answer !== undefined) return answer;
    }
    const { underway } = call;
    if (underway.attempts.length === 0) return this.afterFailure(call, now);
    return this.refusal("cutoff", Math.max(0, underway.wakeAt(Infinity) - now));
  }

  /** An attempt under way has reached its cutoff. Undefined if it was cut, and nothing follows from that alone. */
  private atCutoff(found: AdvisedAttempt, now: number): AdvisedStart | Refusal | undefined {
    const { call, attempt } = found;
    const { maxCutoffMs } = this.shared.settings;
    const others = call.underway.attempts.length > 1;
    if (!call.failed?.allowed) {
      const next = atCutoff(this.shared, attempt, call, now);
      if (next === "hedge") this.known.start(call, this.decisionFor(call, now), now);
      if (next === "hedge" || next === "wait") attempt.putOff(now, maxCutoffMs);
      if (next === "hedge") return this.latest(call, now);
      if (next === "wait") {
        const reason = call.begun < call.maxAttempts ? "load" : "attempts";
        return this.refusal(reason, Math.max(0, call.underway.wakeAt(Infinity) - now));
      }
      if (next === "end" || call.begun >= call.maxAttempts) {
        this.cut(found, now);
        return undefined;
      }
      call.failed = { arm: attempt.decision.arm, cut: true, allowed: true };
      if (others) {
        this.cut(found, now);
        return this.begun(call, now);
      }
      this.pause(call, now);
    }
    // In a pause it goes on, since it may still succeed.
    const refused = this.notReady(call, now);
    if (refused !== undefined) return refused;
    this.cut(found, now);
    return this.begun(call, now);
  }

  /** The last attempt has failed, or there was none. */
  private afterFailure(call: AdvisedCall, now: number): AdvisedStart | Refusal {
    const { failed } = call;
    if (call.begun >= call.maxAttempts) return this.refusal("attempts");
    if (failed !== undefined && !failed.allowed) {
      const allowed = this.shared.allowsRetry(failed.arm, now);
      if (allowed === "no") return this.refusal("load");
      failed.allowed = true;
      call.paidForRejection = allowed === "paid" && !failed.cut;
      this.pause(call, now);
    }
    return this.notReady(call, now) ?? this.begun(call, now);
  }

  /** True if it is to be cut. A timer may have gone off a little early, and a wait that is shorter than that is not worth asking again. */
  private isDue(attempt: Attempt, now: number): boolean {
    if (attempt.over || now < attempt.cutAt - this.earlyMs) return false;
    return !this.shared.goesOn(attempt, Math.max(now, attempt.cutAt)) || attempt.cutAt <= now + this.earlyMs;
  }

  private pause(call: AdvisedCall, now: number): void {
    const pauseMs = this.shared.pauseMs(0, call.failuresAt(this.shared.settings.names), now);
    call.resumeAt = pauseMs > 0 ? now + pauseMs : -Infinity;
  }

  /** Why an attempt that the load allows must wait all the same; undefined if it need not. */
  private notReady(call: AdvisedCall, now: number): Refusal | undefined {
    const readyAt = Math.max(call.resumeAt, this.shared.readyAt(call.failures, now));
    if (readyAt >= call.deadlineAt) {
      // What is under way has until then.
      return this.refusal("deadline", call.underway.attempts.length > 0 ? call.deadlineAt - now : Infinity);
    }
    if (readyAt > now) return this.refusal("cooldown", readyAt - now);
    const { health } = this.shared;
    return health.admits(now) ? undefined : this.refusal("breaker", Math.max(health.probeInMs(now), 1));
  }

  private begun(call: AdvisedCall, now: number): AdvisedStart {
    this.known.start(call, this.decisionFor(call, now), now);
    return this.latest(call, now);
  }

  private decisionFor(call: AdvisedCall, now: number): Choice {
    return this.chooser.decide(call.request(this.shared, this.known.last + 1, now));
  }

  /** The answer that tells of the latest attempt. */
  private latest(call: AdvisedCall, now: number): AdvisedStart {
    const { id, attempt } = call.attempts.at(-1)!;
    const { arm, cutoff } = attempt.decision;
    const { health, load } = this.shared;
    const more = call.begun < call.maxAttempts;
    return {
      id,
      arm,
      cutoffMs: cutoff,
      askAfterMs: Math.max(0, call.underway.wakeAt(Infinity) - now),
      attempt: attempt.number,
      cuts: this.cuts,
      mayRetry: more && (health.leavesFreely(arm) || load.left(now, health.outage) >= 1),
      mayHedge: more && load.hasHedge(now, health.outage),
    };
  }

  /** Cuts an attempt for another one. */
  private cut(found: AdvisedAttempt, now: number): void {
    const { attempt, call } = found;
    const { startedAt, decision } = attempt;
    // The service or the caller may have stood still since it was due; that says nothing of the arm.
    const longestMs = Math.max(decision.cutoff, attempt.cutAt - startedAt) + PAUSE_MS;
    call.underway.drop(attempt);
    this.cuts.push(found.id);
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
    const failures = call.failuresAt(this.shared.settings.names);
    const { chance } = this.chooser.usual(attempt, how.timeMs);
    this.shared.cool(failures.add(attempt, how, chance), attempt, failures, now);
    const allowed = call.failed?.allowed ?? false;
    call.failed = { arm: attempt.decision.arm, cut: how.why === "cut", allowed };
    // The other one of a hedged call runs on; a third may be started as soon as the load allows.
    const [other] = call.underway.attempts;
    if (!allowed && other !== undefined) other.cutAt = now;
  }

  private refusal(refused: RefusalReason, waitMs = Infinity): Refusal {
    return { refused, waitMs, cuts: this.cuts };
  }

  /** Stops what is under way; all that is known is that it took longer. */
  private stopAll(call: AdvisedCall, ending: AttemptEnding): void {
    for (const { id, attempt } of call.attempts) {
      if (attempt.over) continue;
      call.underway.drop(attempt);
      this.cuts.push(id);
      this.costs.current = this.costs.ofCut(attempt.decision.arm);
      // The caller may ask long after its deadline.
      const untilMs = Math.min(this.clock.at, call.deadlineAt) - attempt.startedAt;
      this.shared.stopped(attempt, undefined, ending, Math.max(0, untilMs));
    }
  }

  private end(call: AdvisedCall, ending: AttemptEnding): void {
    this.stopAll(call, ending);
    this.known.remove(call);
  }
}

const PAUSE_MS = 1_000;
const LONGEST_COOLDOWN_MS = 3_600_000;
