import type { Outcome } from "../problem/outcome.ts";
import type { AttemptsFailedError } from "./attempts-failed.ts";

/** What can be listened to. */
export interface RuntimeEvents<Name extends string, Value> {
  /** An attempt starts. */
  decision: {
    readonly arm: Name;
    readonly cutoffMs: number;
    readonly attempt: number;
    readonly hedge: boolean;
  };
  /** An attempt ended, and this is what was learned from it. */
  outcome: { readonly arm: Name; readonly attempt: number; readonly outcome: Outcome };
  /** An execution returns a value. */
  success: { readonly arm: Name; readonly attempts: number; readonly timeMs: number; readonly value: Value };
  /** An execution throws; a caller's abort is no failure. */
  failure: { readonly error: AttemptsFailedError<Name>; readonly timeMs: number };
}

type Listener = (event: never) => void;

/** Listeners by event. What one throws is told on the console; it disturbs neither an execution nor the process. */
export class Listeners<Name extends string, Value> {
  private readonly byEvent = new Map<string, Set<Listener>>();

  on<Event extends keyof RuntimeEvents<Name, Value>>(
    event: Event,
    listener: (event: RuntimeEvents<Name, Value>[Event]) => void,
  ): () => void {
    const set = this.byEvent.get(event) ?? new Set();
    this.byEvent.set(event, set);
    // A wrapper for each, so that the same function can be added twice and taken away once.
    const entry: Listener = (given) => listener(given);
    set.add(entry);
    return () => set.delete(entry);
  }

  /** `make` is called only where somebody listens. */
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
