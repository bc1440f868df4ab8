import type { Decision } from "../problem/decision.ts";
import type { Outcome } from "../problem/outcome.ts";
import type { Attempt } from "./attempt.ts";
import type { AttemptEnding } from "./events.ts";
import type { RuntimeSnapshot } from "./snapshot.ts";

/** What is known of an attempt before it begins. */
export interface AttemptRequest {
  /** Which attempt of its execution it is, from 1. */
  readonly number: number;
  /** The execution's number. */
  readonly task: number;
  readonly key: string | undefined;
  /** How many attempts of the execution were cut. */
  readonly cuts: number;
  /** By how much dearer each arm counts, since attempts of the execution failed there; undefined before the first. */
  readonly aversion: readonly number[] | undefined;
  /** How many attempts are under way at each arm. */
  readonly outstanding: readonly number[];
  /** The time in ms. */
  readonly now: number;
  /** What is left of the execution's time. */
  readonly remainingMs: number;
  /** Whether no other may follow. */
  readonly last: boolean;
}

/** What was decided for an attempt; `stands` if nothing that is learned meanwhile changes its cutoff. */
export interface Choice extends Decision {
  readonly stands: boolean;
}

/** Decides for executions: by what it learns itself (`learned-chooser.ts`) or by a caller's policy (`own-chooser.ts`). */
export interface Chooser {
  decide(request: AttemptRequest): Choice;
  observe(attempt: Attempt, outcome: Outcome, ending: AttemptEnding): void;
  /** A failure that is final says nothing of the arm. */
  leave(attempt: Attempt): void;
  /** How long an attempt that has run so long may take in all, by what is known now. */
  limitMs(attempt: Attempt, elapsedMs: number): number;
  /** Whether a success may move the limits of attempts that are under way. */
  readonly thinksAgain: boolean;
  snapshot(): RuntimeSnapshot;
}
