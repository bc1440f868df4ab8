import { Attempt } from "./attempt.ts";
import { Call } from "./call.ts";
import { checkKey, checkOwnDeadline } from "./settings.ts";
import type { RuntimeState } from "./state.ts";

/** The request for another attempt of a call. */
export interface CallRequest {
  /** The caller's name for the call. Without a name the call has a single attempt. */
  readonly call?: string | undefined;
  /** The class of the call, as `key` of `execute`. */
  readonly key?: string | undefined;
  /** The remaining time of the call, in ms; by default the option `deadline`, counted from the first attempt. */
  readonly remainingMs?: number | undefined;
}

/** The fields of every answer. */
interface Advice {
  /** The attempts of the call that are to be cut. A hedge cuts none. */
  readonly cuts: readonly number[];
}

/** An attempt to make now. */
export interface AdvisedStart extends Advice {
  /** The number of the attempt among all attempts, from 1. */
  readonly id: number;
  /** The index of the arm. */
  readonly arm: number;
  /** How long to wait for the attempt. Ask again before you cut it: the load may allow no other. */
  readonly cutoffMs: number;
  /**
   * When to ask about the call again, in ms from now: when an attempt reaches its cutoff, or earlier if more may be
   * known by then.
   */
  readonly askAfterMs: number;
  /** The number of the attempt in its call, from 1. */
  readonly attempt: number;
  /** Whether another attempt of the call would be allowed now: after a failure, and beside it. */
  readonly mayRetry: boolean;
  readonly mayHedge: boolean;
}

/**
 * The reason for a refusal: no further request within `maxExtraLoad` (`load`), the `breaker` is open, all arms cool
 * down or an outage has a pause (`cooldown`), the `attempts` or the time (`deadline`) of the call are used up, or its
 * running attempt has not reached its `cutoff` by what is known now.
 */
export type RefusalReason = "load" | "breaker" | "cooldown" | "attempts" | "deadline" | "cutoff";

/**
 * The answer that no attempt may be made now. Running attempts continue, except for `cuts`. Ask again after `waitMs`;
 * Infinity means that the call has failed.
 */
export interface Refusal extends Advice {
  /** The reason. */
  readonly refused: RefusalReason;
  /** When to ask again, in ms from now. */
  readonly waitMs: number;
}

/** The result of an attempt that ended by itself, with a reward above 0 if it succeeded, or that was cut. */
export interface AttemptReport {
  /** How long the attempt ran, in ms. */
  readonly timeMs: number;
  /** The reward; undefined if the attempt was cut. */
  readonly reward?: number | undefined;
  /** How long the server of a failed attempt asks not to be called; at most an hour counts. */
  readonly retryAfterMs?: number | undefined;
  /** The cost of the attempt, in the unit of `msPerCost`. */
  readonly cost?: number | undefined;
}

/** An earlier answer: the attempt that was begun, if any, and the attempts that were cut. */
export interface MadeBefore extends Advice {
  readonly start: Pick<AdvisedStart, "id" | "arm" | "cutoffMs"> | undefined;
}

/** A call whose requests are made elsewhere. */
export interface AdvisedCall {
  /** The caller's name for it; a number for a call without one, which cannot be asked about again. */
  readonly name: string | number;
  readonly call: Call;
  /** The attempts under way, and those that were cut. */
  readonly attempts: AdvisedAttempt[];
  failed: FailedArm | undefined;
  /** The end of its pause. */
  resumeAt: number;
  /** When it was last asked about or reported on. */
  touchedAt: number;
}

/** An attempt of an advised call, under way or over. */
export interface AdvisedAttempt {
  readonly id: number;
  readonly of: AdvisedCall;
  readonly attempt: Attempt;
}

/** The arm of the last attempt that failed, or may be cut; `allowed` once the load allows that another follows. */
interface FailedArm {
  readonly arm: number;
  readonly cut: boolean;
  allowed: boolean;
}

/** The calls that are made elsewhere, and their attempts by number. Calls that are never finished are removed. */
export class KnownCalls {
  /** The number of the latest attempt. */
  last = 0;
  readonly attempts = new Map<number, AdvisedAttempt>();
  private readonly state: RuntimeState;
  /** The least recently touched first. */
  private readonly calls = new Map<string | number, AdvisedCall>();

  constructor(state: RuntimeState) {
    this.state = state;
  }

  /** Finds the call that is asked about, or makes a new one; undefined if there is no time for it. */
  of(request: CallRequest, now: number): AdvisedCall | undefined {
    const { call: name, remainingMs } = request;
    const known = name === undefined ? undefined : this.calls.get(name);
    if (known === undefined) {
      return remainingMs !== undefined && remainingMs <= 0 ? undefined : this.add(request, now);
    }
    if (remainingMs !== undefined) known.call.deadlineAt = now + checkOwnDeadline(remainingMs);
    this.touch(known, now);
    return known;
  }

  add({ call: given, key, remainingMs }: CallRequest, now: number): AdvisedCall {
    const { deadline, maxAttempts } = this.state.settings;
    const name = given ?? this.last + 1;
    const call = new Call(this.state, {
      key: checkKey(key),
      startedAt: now,
      deadlineAt: now + (remainingMs === undefined ? deadline : checkOwnDeadline(remainingMs)),
      maxAttempts: given === undefined ? 1 : maxAttempts,
    });
    const added = { name, call, attempts: [], failed: undefined, resumeAt: -Infinity, touchedAt: now };
    this.calls.set(name, added);
    this.state.countCall(now);
    return added;
  }

  addAttempt(of: AdvisedCall, attempt: Attempt): void {
    of.failed = undefined;
    of.resumeAt = -Infinity;
    this.last += 1;
    const added = { id: this.last, of, attempt };
    of.attempts.push(added);
    this.attempts.set(this.last, added);
  }

  touch(known: AdvisedCall, now: number): void {
    known.touchedAt = now;
    this.calls.delete(known.name);
    this.calls.set(known.name, known);
  }

  /** Forgets an attempt whose result will not be reported. */
  forget(id: number): void {
    const found = this.attempts.get(id);
    if (found === undefined || found.attempt.over) return;
    const { of, attempt } = found;
    of.call.end(attempt);
    this.state.chooser.forget(attempt);
    of.failed = { arm: attempt.decision.arm, cut: true, allowed: false };
  }

  remove({ name, attempts }: AdvisedCall): void {
    for (const { id } of attempts) {
      this.forget(id);
      this.attempts.delete(id);
    }
    this.calls.delete(name);
  }

  /** Removes calls that were not finished: no attempt runs for longer than the ceiling, so no request about them is to come. */
  removeOld(now: number): void {
    const since = now - 2 * this.state.settings.maxCutoffMs;
    for (const known of this.calls.values()) {
      if (known.touchedAt >= since && this.calls.size < MAX_CALLS) return;
      this.remove(known);
    }
  }

  save(): SavedCall[] {
    return [...this.calls.values()].map(saveCall);
  }

  restore(saved: readonly SavedCall[], last: number): void {
    this.last = last;
    for (const each of saved) {
      const known = restoreCall(each, this.state);
      this.calls.set(known.name, known);
      for (const attempt of known.attempts) this.attempts.set(attempt.id, attempt);
    }
  }
}

/** Calls that are remembered at once. */
const MAX_CALLS = 20_000;

/** A saved `AdvisedCall`; numbers that may be infinite may be words. */
export interface SavedCall
  extends Pick<Call, "startedAt" | "begun" | "cuts" | "paidForRejection">,
    Pick<AdvisedCall, "name" | "touchedAt"> {
  readonly key: string | null;
  readonly deadlineAt: number | string;
  readonly maxAttempts: number | string;
  readonly aversion: readonly number[] | null;
  readonly failed: FailedArm | null;
  readonly resumeAt: number | string;
  readonly attempts: readonly SavedAttempt[];
}

interface SavedAttempt
  extends Pick<Attempt, "number" | "cuts" | "outstanding" | "startedAt" | "cutAt">,
    Pick<Attempt, "over" | "slow" | "givesBack"> {
  readonly id: number;
  readonly arm: number;
  readonly cutoff: number;
  readonly deadlineMs: number | string;
  readonly stands: boolean;
}

function saveCall({ name, call, attempts, failed, resumeAt, touchedAt }: AdvisedCall): SavedCall {
  const { key, startedAt, begun, cuts, failures, paidForRejection } = call;
  return {
    name,
    key: key ?? null,
    startedAt,
    deadlineAt: plainNumber(call.deadlineAt),
    maxAttempts: plainNumber(call.maxAttempts),
    begun,
    cuts,
    aversion: failures === undefined ? null : [...failures.aversion],
    failed: failed === undefined ? null : { ...failed },
    paidForRejection,
    resumeAt: plainNumber(resumeAt),
    touchedAt,
    attempts: attempts.map(saveAttempt),
  };
}

function saveAttempt({ id, attempt }: AdvisedAttempt): SavedAttempt {
  const { decision, number, cuts, outstanding, startedAt, cutAt, over, slow, givesBack } = attempt;
  const { arm, cutoff, stands } = decision;
  const times = { startedAt, cutAt, deadlineMs: plainNumber(attempt.deadlineMs) };
  return { id, arm, cutoff, stands, number, cuts, outstanding, ...times, over, slow, givesBack };
}

function restoreCall(saved: SavedCall, state: RuntimeState): AdvisedCall {
  const { name, startedAt, begun, cuts, paidForRejection, touchedAt } = saved;
  const [deadlineAt, maxAttempts] = [Number(saved.deadlineAt), Number(saved.maxAttempts)];
  const call = new Call(state, { key: saved.key ?? undefined, startedAt, deadlineAt, maxAttempts });
  Object.assign(call, { begun, cuts, paidForRejection });
  if (saved.aversion !== null) call.getFailures().aversion.splice(0, Infinity, ...saved.aversion);
  const failed = saved.failed === null ? undefined : { ...saved.failed };
  const known: AdvisedCall = {
    name,
    call,
    attempts: [],
    failed,
    resumeAt: Number(saved.resumeAt),
    touchedAt,
  };
  for (const each of saved.attempts) {
    const attempt = restoreAttempt(each, call);
    known.attempts.push({ id: each.id, of: known, attempt });
    // Not by `call.begin`: the number of attempts under way at each arm is saved with the rest.
    if (!attempt.over) call.running.push(attempt);
  }
  return known;
}

function restoreAttempt(saved: SavedAttempt, call: Call): Attempt {
  const { arm, cutoff, stands, number, cuts, startedAt, cutAt, over, slow, givesBack } = saved;
  const outstanding = Array<number>(arm + 1).fill(saved.outstanding);
  const deadlineMs = Number(saved.deadlineMs);
  const request = { ...call.request(0, startedAt), number, cuts, deadlineMs, outstanding };
  const attempt = new Attempt({ arm, cutoff, attempt: number, stands }, request);
  return Object.assign(attempt, { cutAt, over, slow, givesBack });
}

/** A number as JSON can hold it. */
export function plainNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
