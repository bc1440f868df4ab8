import type { Outcome } from "../problem/outcome.ts";
import type { AttemptsFailedError } from "./errors.ts";
import type { Explanation } from "./stats.ts";

/** The execution of an event: its number, from 0, and its key. */
export interface OfExecution {
  /** The number of the execution, from 0. */
  readonly execution: number;
  /** The key that `execute` got, if any. */
  readonly key: string | undefined;
}

/** The attempt of an event: its number in the execution, from 1, and its arm. */
export interface OfAttempt<Name extends string> extends OfExecution {
  /** The number of the attempt in its execution, from 1. */
  readonly attempt: number;
  readonly arm: Name;
}

/**
 * The end of an attempt: it `succeeded`, was `rejected`, earned `no reward`, was rejected for good (`final`), was
 * `cut`, or was stopped by the execution's `deadline`, because the caller `aborted`, or because another attempt was
 * first to succeed or to fail for good (`lost`).
 */
export type AttemptEnding =
  | "succeeded"
  | "rejected"
  | "no reward"
  | "final"
  | "cut"
  | "deadline"
  | "aborted"
  | "lost";

/**
 * The events of `on`. Each `start` is followed by one `success`, `failure` or `abort` of the same execution, and each
 * `decision` by one `outcome` of the same attempt.
 */
export interface RuntimeEvents<Name extends string, Value> {
  /** An execution starts. */
  start: OfExecution;
  /** An attempt starts. */
  decision: OfAttempt<Name> & { readonly cutoffMs: number; readonly hedge: boolean };
  /** An attempt ended with this outcome. */
  outcome: OfAttempt<Name> & { readonly outcome: Outcome; readonly ending: AttemptEnding };
  /**
   * An attempt was cut at its cutoff. The explanation is that of a first attempt at that moment. It follows the
   * `outcome`.
   */
  cut: OfAttempt<Name> & { readonly timeMs: number; readonly explanation: Explanation<Name> };
  /** An execution returns the value of this `attempt`. */
  success: OfAttempt<Name> & { readonly attempts: number; readonly timeMs: number; readonly value: Value };
  /** An execution throws `AttemptsFailedError`. */
  failure: OfExecution & {
    readonly attempts: number;
    readonly error: AttemptsFailedError<Name>;
    readonly timeMs: number;
  };
  /** An execution ends otherwise: the caller aborted it, or a function of the caller threw. */
  abort: OfExecution & { readonly attempts: number; readonly reason: unknown; readonly timeMs: number };
}

type Listener = (event: never) => void;

/**
 * The listeners of each event. An error that a listener throws goes to the console, and stops neither an execution nor
 * the process.
 */
export class RuntimeListeners<Name extends string, Value> {
  private readonly byEvent = new Map<string, Set<Listener>>();

  on<Event extends keyof RuntimeEvents<Name, Value>>(
    event: Event,
    listener: (event: RuntimeEvents<Name, Value>[Event]) => void,
  ): () => void {
    const set = this.byEvent.get(event) ?? new Set();
    this.byEvent.set(event, set);
    // Each gets a wrapper, so that the same function can be added twice and removed once.
    const entry: Listener = (given) => listener(given);
    set.add(entry);
    return () => set.delete(entry);
  }

  has(event: keyof RuntimeEvents<Name, Value>): boolean {
    return (this.byEvent.get(event)?.size ?? 0) > 0;
  }

  /** Calls `make` only if there is a listener. */
  emit<Event extends keyof RuntimeEvents<Name, Value>>(
    event: Event,
    make: () => RuntimeEvents<Name, Value>[Event],
  ): void {
    const set = this.byEvent.get(event);
    if (set === undefined || set.size === 0) return;
    const given = make();
    for (const listener of [...set]) {
      try {
        listener(given as never);
      } catch (error) {
        console.error(`mulligan: a listener of "${event}" threw`, error);
      }
    }
  }

  clear(): void {
    this.byEvent.clear();
  }
}
