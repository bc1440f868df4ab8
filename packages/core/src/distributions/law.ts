import type { Random } from "../random/random.ts";

/**
 * The law of a completion time X ≥ 0. Everything the theory needs of it is one truncated moment:
 *   partialMoment(p, t) = E[X^p ; X ≤ t]
 * for any real p: p = 0 gives the cdf, p = 1 the truncated mean, t = ∞ the moment itself.
 */
export interface Law {
  /** The notation that `parseLaw` reads back; any name, for a law of one's own. */
  readonly name: string;
  /** One time X. */
  sample(random: Random): number;
  /** P(X ≤ t). */
  cdf(time: number): number;
  /** P(X > t), accurate where the cdf is close to 1. */
  survival(time: number): number;
  /** The least t with P(X ≤ t) ≥ p; 0 at p = 0 only where the support starts there. */
  quantile(p: number): number;
  /** E[X], possibly Infinity. */
  readonly mean: number;
  /** E[min(X, t)]. */
  meanMin(time: number): number;
  /** E[X^power ; X ≤ t], possibly Infinity. */
  partialMoment(power: number, time: number): number;
  /** Smallest and largest possible time; `high` may be Infinity. */
  readonly support: { readonly low: number; readonly high: number };
  /** Times where the cdf jumps or its density breaks, in order: a search for a best cutoff must look there. */
  readonly breaks: readonly number[];
}
