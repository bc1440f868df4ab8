import { type BestCutoff, type BestCutoffOptions, bestCutoff } from "./best-cutoff.ts";
import type { KnownArm } from "./known-arm.ts";

/** The decision that alg:opt-st repeats, and its rate. */
export interface Optimal extends BestCutoff {
  /** k*, an index into the arms; the first of equals. */
  readonly arm: number;
}

/**
 * The best decision over all arms and cutoffs: r* = max r_k(t), a value, and the (k*, t*) that attains
 * it. The paper prints `argmax` for the value, and its static algorithm cuts at an unnamed t
 * (docs/errata.md#e2).
 */
export function optimal(arms: readonly KnownArm[], options: BestCutoffOptions = {}): Optimal {
  if (arms.length === 0) throw new RangeError("optimal: at least one arm must be given, got none");
  return arms
    .map((known, arm) => ({ arm, ...bestCutoff(known, options) }))
    .reduce((best, other) => (other.rate > best.rate ? other : best));
}
