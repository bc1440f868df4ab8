import type { Decision } from "../problem/outcome.ts";
import type { ChoiceContext } from "./learning/call-learner.ts";

/** The argument with which an arm is called. */
export interface AttemptContext<Input = undefined> {
  /**
   * The signal of this attempt alone. It is aborted when the attempt is cut or the caller aborts, never after a
   * success.
   */
  readonly signal: AbortSignal;
  /** Calls `listener` with the reason when `signal` would be aborted. This is ten times as fast as making a signal. */
  readonly onAbort: (listener: (reason: unknown) => void) => void;
  /** How long the attempt may take, in ms. An arm can pass it on as the deadline of a remote call. */
  readonly cutoffMs: number;
  /** The number of the attempt in its execution, from 1. */
  readonly attempt: number;
  /** The arm's own name. */
  readonly arm: string;
  /** The `input` that `execute` was given. */
  readonly input: Input;
}

/** The figures of an attempt before it begins. */
export interface AttemptRequest extends ChoiceContext {
  /** The number of the attempt in its execution, from 1. */
  readonly number: number;
  /** The execution's number. */
  readonly task: number;
  readonly key: string | undefined;
  /** The time since the start of the execution, and the rest of its time. */
  readonly spentMs: number;
  readonly remainingMs: number;
  /** Whether no other may follow. */
  readonly last: boolean;
}

/** The decision for an attempt; with `stands` its cutoff does not change by what is learned meanwhile. */
export interface Choice extends Decision {
  readonly stands: boolean;
}

/** One call of an arm, from its start until it ends by itself, is cut, or is stopped. */
export class Attempt {
  readonly decision: Choice;
  readonly number: number;
  /** The number of its execution. */
  readonly execution: number;
  readonly key: string | undefined;
  /** The number of attempts of the execution that were cut before. */
  readonly cuts: number;
  /** The time that its execution has in all, in ms. */
  readonly deadlineMs: number;
  /** The number of other attempts under way at its arm. */
  readonly outstanding: number;
  readonly startedAt: number;
  /** The time since the start of its execution, at its beginning. */
  readonly spentMs: number;
  /** True once its result no longer counts. */
  over = false;
  /** True once it was too slow, and another one was wanted beside it. */
  slow = false;
  /** True for a retry after a rejection: if it succeeds it was no extra load. */
  givesBack = false;
  /** True if the process stood still while it ran, as a laptop with its lid closed: its time is meaningless. */
  spansPause = false;
  /** True once its promise is settled. */
  settled = false;
  /** The error that the caller's policy or `cost` threw when it was given the outcome. */
  policyFailed: { readonly error: unknown } | undefined;
  /** When it will be cut. */
  cutAt = Infinity;
  /** Called if the promise settles after the attempt is over. */
  onSettledLate: (() => void) | undefined;
  private controller: AbortController | undefined;
  private reason: unknown;
  private readonly listeners: ((reason: unknown) => void)[] = [];

  constructor(decision: Choice, request: AttemptRequest) {
    this.decision = decision;
    this.number = request.number;
    this.execution = request.task;
    this.key = request.key;
    this.cuts = request.cuts;
    this.deadlineMs = request.deadlineMs;
    this.outstanding = request.outstanding[decision.arm];
    this.startedAt = request.now;
    this.spentMs = request.spentMs;
  }

  /**
   * Made on first use, since many arms never read it. It has its own controller: on Node 20, `AbortSignal.any` over
   * `AbortSignal.timeout` loses aborts after a garbage collection.
   */
  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.reason !== undefined) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  abort(reason: unknown): void {
    this.reason = reason;
    this.controller?.abort(reason);
    for (const listener of this.listeners) listener(reason);
  }

  /** Returns how long the attempt ran if it is cut now; a timer may fire a little early. */
  cutTime(now: number): number {
    return Math.max(now - this.startedAt, Math.min(this.decision.cutoff, this.cutAt - this.startedAt));
  }

  /** Returns the argument for the arm. Each field is an own property, so that a context can be spread. */
  context<Input>(arm: string, input: Input): AttemptContext<Input> {
    const attempt = this;
    return {
      get signal() {
        return attempt.signal;
      },
      onAbort(listener) {
        if (attempt.reason === undefined) attempt.listeners.push(listener);
        else listener(attempt.reason);
      },
      cutoffMs: this.decision.cutoff,
      attempt: this.number,
      arm,
      input,
    };
  }
}
