import type { Situation } from "./situations.mjs";
import type { Strategy } from "./strategies.mjs";

export interface CallRecord {
  readonly input: number;
  /** When it came, and what it took, failed or not; in ms. */
  readonly start: number;
  readonly ms: number;
  readonly ok: boolean;
  readonly requests: number;
}

export interface Played {
  readonly calls: number;
  readonly failed: number;
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  readonly requestsPerCall: number;
  readonly records: readonly CallRecord[];
  /** Every request, in the order in which they were made. */
  readonly asked: readonly { readonly arm: string; readonly input: number; readonly at: number }[];
  readonly seed: number;
}

export function play(situation: Situation, strategy: Strategy, seed: number): Promise<Played>;
