import type { Outcome } from "@mulligan/core";
import type { Explanation, RefusalReason } from "@mulligan/core/runtime";
import type { Waiting } from "./outstanding.ts";

/** Decides for a problem, and learns from what came of it. */
export interface Decider<Saved> {
  decide(asked: Asked, at: number): Answer;
  /** Decides again what was decided before. Asking changes a decider; but what it answered then is what counts. */
  decideAgain(asked: Asked, at: number, made: Made): void;
  observe(number: number, decision: Waiting, told: Told, at: number): void;
  /** Nothing will be heard of this decision. */
  forget(number: number): void;
  /** What a call would do now, and why; of calls only. */
  explain?(at: number): Explanation;
  /** All that it knows, as plain data. */
  snapshot(): Saved;
  /** Why it refuses to decide: its policy, or an option of it, was removed in this version. */
  readonly removed?: string;
}

/** What one decision is asked for. */
export interface Asked {
  readonly task?: string | undefined;
  readonly attempt?: number | undefined;
  /** Of calls: the class of the call, and what is left of its time. */
  readonly key?: string | undefined;
  readonly remaining?: number | undefined;
}

/** A trial or an attempt to start or, of calls, why there is none; and the decisions whose attempts are to be cut. */
type Answer =
  | { readonly start: Start; readonly cut?: readonly number[] }
  | { readonly refused: RefusalReason; readonly wait: number; readonly cut: readonly number[] };

interface Start {
  readonly arm: number;
  readonly cutoff: number;
  readonly attempt?: number | undefined;
  readonly advice?: Advice;
}

/** What a call is told besides: when to ask again, and whether another attempt would be allowed now. */
export interface Advice {
  readonly askAfter: number;
  readonly retry?: boolean;
  readonly hedge?: boolean;
}

/** What was answered before. */
interface Made {
  readonly start: { readonly number: number; readonly arm: number; readonly cutoff: number } | undefined;
  readonly cut: readonly number[];
}

/** What came of a decision; of calls, how long its server asks to be left alone, and what the attempt cost. */
export interface Told {
  readonly outcome: Outcome;
  readonly retryAfter?: number | undefined;
  readonly cost?: number | undefined;
}
