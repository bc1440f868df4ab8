import type { Decision } from "../problem/decision.ts";
import type { Question } from "./learning/call-learner.ts";

/** What is known of an attempt before it begins. */
export interface AttemptRequest extends Question {
  /** Which attempt of its execution it is, from 1. */
  readonly number: number;
  /** The execution's number. */
  readonly task: number;
  readonly key: string | undefined;
  /** What is left of the execution's time. */
  readonly remainingMs: number;
  /** Whether no other may follow. */
  readonly last: boolean;
}

/** What was decided for an attempt; `stands` if nothing that is learned meanwhile changes its cutoff. */
export interface Choice extends Decision {
  readonly stands: boolean;
}
