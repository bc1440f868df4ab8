import type { Random } from "../random/random.ts";

/**
 * The law of a completion time X ≥ 0. The theory uses one truncated moment of it:
 *   partialMoment(p, t) = E[X^p ; X ≤ t]
 * for any real p: p = 0 gives the cdf, p = 1 the truncated mean, t = ∞ the moment itself.
 */
export interface Law {
  /** The notation that `parseLaw` reads back; any name for a law that you define. */
  readonly name: string;
  /** Draws a time X. */
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
  /**
   * Times where the cdf jumps or its density breaks, in order. A search for the best cutoff evaluates the rate there.
   */
  readonly breaks: readonly number[];
}

/**
 * The simpler parts of a law, over which an expectation can be taken: its atoms, the parts of a mixture, or the law
 * that was moved and stretched.
 */
export type Composition =
  | { readonly kind: "atoms"; readonly times: ArrayLike<number> }
  | { readonly kind: "mixture"; readonly weights: readonly number[]; readonly laws: readonly Law[] }
  | { readonly kind: "affine"; readonly by: number; readonly factor: number; readonly law: Law };

/** A law with its composition; laws with a closed form have none. */
export interface ComposedLaw extends Law {
  readonly composition: Composition;
}

/** Returns the composition of a law that has no closed form: its parts. */
export function compositionOf(law: Law): Composition | undefined {
  return (law as Partial<ComposedLaw>).composition;
}

/** Refuses anything but a positive finite number; NaN fails every comparison, so it is refused too. */
export function requirePositive(where: string, name: string, value: number): void {
  if (!(typeof value === "number" && value > 0 && value < Infinity)) {
    throw new RangeError(`${where}: ${name} must be a positive finite number, got ${value}`);
  }
}

export function requireNonNegative(where: string, name: string, value: number): void {
  if (!(typeof value === "number" && value >= 0 && value < Infinity)) {
    throw new RangeError(`${where}: ${name} must be a finite number of at least 0, got ${value}`);
  }
}

export function requireProbability(where: string, name: string, value: number): void {
  if (!(typeof value === "number" && value >= 0 && value <= 1)) {
    throw new RangeError(`${where}: ${name} must lie in [0, 1], got ${value}`);
  }
}

/** log(a/b) of two positive numbers, also where their ratio overflows or underflows. */
export function logRatio(a: number, b: number): number {
  const ratio = a / b;
  return ratio > 0 && ratio < Infinity ? Math.log(ratio) : Math.log(a) - Math.log(b);
}
