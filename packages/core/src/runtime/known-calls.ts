import type { CallRequest } from "./advice.ts";
import { type AdvisedAttempt, AdvisedCall, type SavedCall } from "./advised-call.ts";
import { Attempt, type Choice } from "./attempt.ts";
import { checkKey, checkOwnDeadline } from "./settings.ts";
import type { Shared } from "./shared.ts";

/** The calls that are made elsewhere, and their attempts by number. Calls that nobody finishes are forgotten. */
export class KnownCalls {
  /** The number of the latest attempt. */
  last = 0;
  readonly attempts = new Map<number, AdvisedAttempt>();
  private readonly shared: Shared;
  /** Those heard of longest ago first. */
  private readonly calls = new Map<string | number, AdvisedCall>();

  constructor(shared: Shared) {
    this.shared = shared;
  }

  /** The call that is asked about, new if it is not known; undefined if there is no time for it. */
  of(request: CallRequest, now: number): AdvisedCall | undefined {
    const { call: name, remainingMs } = request;
    const known = name === undefined ? undefined : this.calls.get(name);
    if (known === undefined) {
      return remainingMs !== undefined && remainingMs <= 0 ? undefined : this.add(request, now);
    }
    if (remainingMs !== undefined) known.deadlineAt = now + checkOwnDeadline(remainingMs);
    this.touch(known, now);
    return known;
  }

  add({ call: name, key, remainingMs }: CallRequest, now: number): AdvisedCall {
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

  /** Begins an attempt as decided. */
  start(call: AdvisedCall, decision: Choice, now: number): void {
    const attempt = new Attempt(decision, call.request(this.shared, this.last + 1, now), now);
    attempt.givesBack = call.paidForRejection;
    this.shared.lookAt(attempt, decision.cutoff, 0);
    call.begin(attempt);
    this.shared.began(attempt, false);
    this.last += 1;
    const started = { id: this.last, call, attempt };
    call.attempts.push(started);
    this.attempts.set(this.last, started);
  }

  touch(call: AdvisedCall, now: number): void {
    call.touchedAt = now;
    this.calls.delete(call.name);
    this.calls.set(call.name, call);
  }

  /** Forgets an attempt of which nothing will be heard. */
  forget(id: number): void {
    const found = this.attempts.get(id);
    if (found === undefined || found.attempt.over) return;
    const { call, attempt } = found;
    call.underway.drop(attempt);
    this.shared.chooser.leave(attempt);
    call.failed = { arm: attempt.decision.arm, cut: true, allowed: false };
  }

  remove(call: AdvisedCall): void {
    for (const { id, attempt } of call.attempts) {
      if (!attempt.over) this.forget(id);
      this.attempts.delete(id);
    }
    this.calls.delete(call.name);
  }

  /** Removes calls that nobody finished: nothing runs on past the ceiling, so nobody will ask about them. */
  removeOld(now: number): void {
    const since = now - 2 * this.shared.settings.maxCutoffMs;
    for (const call of this.calls.values()) {
      if (call.touchedAt >= since && this.calls.size < MAX_CALLS) return;
      this.remove(call);
    }
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
}

/** Calls that are remembered at once. */
const MAX_CALLS = 20_000;
