import type { Decision } from "../problem/decision.ts";

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
