import type { AttemptRequest, Choice } from "./chooser.ts";

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
