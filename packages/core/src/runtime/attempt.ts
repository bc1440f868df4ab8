import type { Decision } from "../problem/outcome.ts";
import type { Question } from "./learning/call-learner.ts";

/** What an arm is called with. */
export interface AttemptContext<Input = undefined> {
  /** Of this attempt alone: aborted when it is cut or the caller aborts, never after it succeeded. */
  readonly signal: AbortSignal;
  /** How long the attempt may take; an arm can pass it on, as the deadline of a remote call. */
  readonly cutoffMs: number;
  /** Which attempt of its execution this is, from 1. */
  readonly attempt: number;
  /** The arm's own name. */
  readonly arm: string;
  /** What `execute` was given as `input`. */
  readonly input: Input;
}

/** What is known of an attempt before it begins. */
export interface AttemptRequest extends Question {
  /** Which attempt of its execution it is, from 1. */
  readonly number: number;
  /** The execution's number. */
  readonly task: number;
  readonly key: string | undefined;
  /** How long the execution has lasted, and what is left of its time. */
  readonly spentMs: number;
  readonly remainingMs: number;
  /** Whether no other may follow. */
  readonly last: boolean;
}

/** What was decided for an attempt; `stands` if nothing that is learned meanwhile changes its cutoff. */
export interface Choice extends Decision {
  readonly stands: boolean;
}

/** One call of an arm, from its start until it settles, is cut, or is left behind. */
export class Attempt {
  readonly decision: Choice;
  readonly number: number;
  /** The number of its execution. */
  readonly execution: number;
  readonly key: string | undefined;
  /** How many attempts of the execution were cut before it began. */
  readonly cuts: number;
  /** How many others were under way at its arm. */
  readonly outstanding: number;
  readonly startedAt: number;
  /** How long its execution had lasted before. */
  readonly spentMs: number;
  /** True once its result no longer counts. */
  over = false;
  /** True once it was found slow, and another one was wanted beside it. */
  slow = false;
  /** True for a retry after a rejection: if it succeeds it was no extra load. */
  givesBack = false;
  /** True if the process stood still while it ran, such as a laptop with its lid closed: its time says nothing. */
  spansPause = false;
  /** True once its promise is settled. */
  settled = false;
  /** What the policy threw when it was told of the outcome. */
  policyFailed: { readonly error: unknown } | undefined;
  /** When it will be cut. */
  cutAt = Infinity;
  /** Called when the promise settles after that; it may never be. */
  onLeft: (() => void) | undefined;
  private controller: AbortController | undefined;
  private reason: unknown;

  constructor(decision: Choice, request: AttemptRequest, startedAt: number) {
    this.decision = decision;
    this.number = request.number;
    this.execution = request.task;
    this.key = request.key;
    this.cuts = request.cuts;
    this.outstanding = request.outstanding[decision.arm];
    this.startedAt = startedAt;
    this.spentMs = request.spentMs;
  }

  /**
   * Made when it is first asked for, since many arms never ask. An own controller: on Node 20,
   * `AbortSignal.any` over `AbortSignal.timeout` loses aborts after a garbage collection.
   */
  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.reason !== undefined) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  /** How long it ran, if it is cut now: a timer may go off a little early. */
  cutTime(now: number): number {
    return Math.max(now - this.startedAt, Math.min(this.decision.cutoff, this.cutAt - this.startedAt));
  }

  /** It may take twice as long as it has, and a millisecond at least, within the ceiling. */
  putOff(now: number, maxCutoffMs: number): void {
    this.cutAt = this.startedAt + Math.min(Math.max(2 * (now - this.startedAt), 1), maxCutoffMs);
  }

  abort(reason: unknown): void {
    this.reason = reason;
    this.controller?.abort(reason);
  }

  /** An own property for each field, so that a context can be spread. */
  context<Input>(arm: string, input: Input): AttemptContext<Input> {
    const attempt = this;
    return {
      get signal() {
        return attempt.signal;
      },
      cutoffMs: this.decision.cutoff,
      attempt: this.number,
      arm,
      input,
    };
  }
}

/** The attempts of one execution that are under way, and when the next thing is due. */
export class Underway {
  /** Usually one; a hedge makes it two. */
  readonly attempts: Attempt[] = [];
  /** When the next attempt starts after a failed one. */
  resumeAt = Infinity;
  /** How many are under way at each arm, of all executions. */
  private readonly outstanding: number[];

  constructor(outstanding: number[]) {
    this.outstanding = outstanding;
  }

  add(attempt: Attempt): void {
    this.attempts.push(attempt);
    this.outstanding[attempt.decision.arm] += 1;
  }

  /** From now on its result does not count. */
  drop(attempt: Attempt): void {
    attempt.over = true;
    this.attempts.splice(this.attempts.indexOf(attempt), 1);
    this.outstanding[attempt.decision.arm] -= 1;
  }

  wakeAt(deadlineAt: number): number {
    let wakeAt = Math.min(deadlineAt, this.resumeAt);
    for (const { cutAt } of this.attempts) wakeAt = Math.min(wakeAt, cutAt);
    return wakeAt;
  }
}

/** What the caller's functions are asked for, and what they say. */
export interface CallerFunctions {
  readonly names: readonly string[];
  readonly arms: readonly ((context: AttemptContext<unknown>) => unknown)[];
  readonly reward: ((value: never, context: { arm: string; timeMs: number }) => number) | undefined;
}

/** Calls the arm; what it throws is a rejection. */
export function callArm(
  { arms, names }: CallerFunctions,
  attempt: Attempt,
  input: unknown,
): Promise<unknown> {
  const { arm } = attempt.decision;
  try {
    return Promise.resolve(arms[arm](attempt.context(names[arm], input)));
  } catch (error) {
    return Promise.reject(error);
  }
}

export function rewardOf(
  { reward: given, names }: CallerFunctions,
  { decision }: Attempt,
  value: unknown,
  timeMs: number,
): number {
  if (given === undefined) return 1;
  const reward = given(value as never, { arm: names[decision.arm], timeMs });
  if (!(reward >= 0 && reward <= 1)) {
    throw new RangeError(`mulligan: reward must lie in [0, 1], got ${reward}`);
  }
  return reward;
}
