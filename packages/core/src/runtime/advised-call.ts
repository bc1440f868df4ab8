import { Attempt, Underway } from "./attempt.ts";
import { Failures } from "./attempts-failed.ts";
import { plainNumber } from "./plain-state.ts";
import type { Shared } from "./shared.ts";

/** An attempt of an advised call, under way or over. */
export interface AdvisedAttempt {
  readonly id: number;
  readonly call: AdvisedCall;
  readonly attempt: Attempt;
}

/** A saved `AdvisedCall`; numbers that may be infinite may be words. */
export interface SavedCall {
  readonly name: string | number;
  readonly key: string | null;
  readonly startedAt: number;
  readonly deadlineAt: number | string;
  readonly maxAttempts: number | string;
  readonly begun: number;
  readonly cuts: number;
  readonly aversion: readonly number[] | null;
  readonly failed: FailedArm | null;
  readonly paidForRejection: boolean;
  readonly resumeAt: number | string;
  readonly touchedAt: number;
  readonly attempts: readonly SavedAttempt[];
}

interface SavedAttempt {
  readonly id: number;
  readonly arm: number;
  readonly cutoff: number;
  readonly stands: boolean;
  readonly number: number;
  readonly cuts: number;
  readonly outstanding: number;
  readonly startedAt: number;
  readonly cutAt: number;
  readonly over: boolean;
  readonly slow: boolean;
  readonly givesBack: boolean;
}

/** The arm of the last attempt that failed, or may be cut; `allowed` once the load allows that another follows. */
interface FailedArm {
  readonly arm: number;
  readonly cut: boolean;
  allowed: boolean;
}

/** One call that somebody else makes: what an `Execution` knows of its own. */
export class AdvisedCall {
  /** The caller's word for it; a number for a call without one, which cannot be asked about again. */
  readonly name: string | number;
  readonly key: string | undefined;
  readonly startedAt: number;
  deadlineAt: number;
  readonly maxAttempts: number;
  readonly underway: Underway;
  /** Those under way, and those that were cut. */
  readonly attempts: AdvisedAttempt[] = [];
  failures: Failures | undefined;
  failed: FailedArm | undefined;
  begun = 0;
  cuts = 0;
  /** Whether the next attempt took extra load to retry a rejection. */
  paidForRejection = false;
  /** Until when it pauses. */
  resumeAt = -Infinity;
  /** When it was last heard of. */
  touchedAt: number;

  constructor(
    { name, key, startedAt }: Pick<AdvisedCall, "name" | "key" | "startedAt">,
    limits: Pick<AdvisedCall, "deadlineAt" | "maxAttempts">,
    outstanding: number[],
  ) {
    this.name = name;
    this.key = key;
    this.startedAt = startedAt;
    this.touchedAt = startedAt;
    this.deadlineAt = limits.deadlineAt;
    this.maxAttempts = limits.maxAttempts;
    this.underway = new Underway(outstanding);
  }

  /** What is known of its next attempt. */
  request({ outstanding }: Shared, task: number, now: number) {
    const number = this.begun + 1;
    return {
      number,
      task,
      key: this.key,
      cuts: this.cuts + this.underway.attempts.length,
      aversion: this.failures?.aversion,
      notBefore: this.failures?.notBefore,
      outstanding,
      now,
      spentMs: now - this.startedAt,
      remainingMs: this.deadlineAt - now,
      last: number >= this.maxAttempts,
    };
  }

  begin(attempt: Attempt): void {
    this.begun = attempt.number;
    this.paidForRejection = false;
    this.failed = undefined;
    this.resumeAt = -Infinity;
    this.underway.add(attempt);
  }

  failuresAt(arms: readonly string[]): Failures {
    this.failures ??= new Failures(arms);
    return this.failures;
  }

  save(): SavedCall {
    const { name, key, startedAt, begun, cuts, failed, paidForRejection, touchedAt } = this;
    return {
      name,
      key: key ?? null,
      startedAt,
      deadlineAt: plainNumber(this.deadlineAt),
      maxAttempts: plainNumber(this.maxAttempts),
      begun,
      cuts,
      aversion: this.failures === undefined ? null : [...this.failures.aversion],
      failed: failed === undefined ? null : { ...failed },
      paidForRejection,
      resumeAt: plainNumber(this.resumeAt),
      touchedAt,
      attempts: this.attempts.map(saveAttempt),
    };
  }

  static restore(saved: SavedCall, { outstanding, settings }: Shared): AdvisedCall {
    const call = new AdvisedCall(
      { name: saved.name, key: saved.key ?? undefined, startedAt: saved.startedAt },
      { deadlineAt: Number(saved.deadlineAt), maxAttempts: Number(saved.maxAttempts) },
      outstanding,
    );
    const { begun, cuts, paidForRejection, touchedAt } = saved;
    const failed = saved.failed === null ? undefined : { ...saved.failed };
    Object.assign(call, {
      begun,
      cuts,
      paidForRejection,
      touchedAt,
      failed,
      resumeAt: Number(saved.resumeAt),
    });
    if (saved.aversion !== null) {
      call.failures = new Failures(settings.names);
      call.failures.aversion.splice(0, Infinity, ...saved.aversion);
    }
    for (const each of saved.attempts) {
      const attempt = restoreAttempt(each, call);
      call.attempts.push({ id: each.id, call, attempt });
      // Not by `add`: what is under way at each arm is saved with the rest.
      if (!attempt.over) call.underway.attempts.push(attempt);
    }
    return call;
  }
}

function saveAttempt({ id, attempt }: AdvisedAttempt): SavedAttempt {
  const { decision, number, cuts, outstanding, startedAt, cutAt, over, slow, givesBack } = attempt;
  const { arm, cutoff, stands } = decision;
  return { id, arm, cutoff, stands, number, cuts, outstanding, startedAt, cutAt, over, slow, givesBack };
}

function restoreAttempt(saved: SavedAttempt, { key, startedAt: began }: AdvisedCall): Attempt {
  const { arm, cutoff, stands, number, cuts, outstanding, startedAt, cutAt, over, slow, givesBack } = saved;
  const decision = { arm, cutoff, attempt: number, stands };
  const request = {
    number,
    task: 0,
    key,
    cuts,
    aversion: undefined,
    notBefore: undefined,
    outstanding: Array<number>(arm + 1).fill(outstanding),
    now: startedAt,
    spentMs: startedAt - began,
    remainingMs: Infinity,
    last: false,
  };
  return Object.assign(new Attempt(decision, request, startedAt), { cutAt, over, slow, givesBack });
}
