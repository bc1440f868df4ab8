import type { Situation, Situations } from "./situations.mjs";

export function inputTied(given?: {
  /** The share of inputs that are answered in `hitMs`. */
  hits?: number;
  hitMs?: number;
  missMs?: number;
  /** Sigma of the lognormal law of the misses; 0 if all take `missMs`. */
  spread?: number;
  replicas?: 1 | 2;
  calls?: number;
  /** The first calls, which are not counted. */
  after?: number;
  most?: number;
}): Situation;
export function inputTiedFading(given?: { calls?: number }): Situations;
