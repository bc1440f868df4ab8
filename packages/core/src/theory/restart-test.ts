import type { Law } from "../distributions/law.ts";
import { bestCutoff, FLAT } from "./best-cutoff.ts";
import type { KnownArm, VariantOption } from "./known-arm.ts";
import { rewardRate } from "./reward-rate.ts";

/** The verdict on a law: whether some finite cutoff beats waiting, which one is best, and by how much. */
export interface RestartVerdict {
  /** True if some finite cutoff earns more per unit of time than waiting. */
  readonly pays: boolean;
  /** t*; Infinity if nothing is gained, 0 if the rate grows without end as the cutoff shrinks. */
  readonly cutoff: number;
  /** r(t*), or Infinity. */
  readonly rate: number;
  /** E[R]/E[X]. */
  readonly rateWithoutCutoff: number;
  /**
   * The reward with the cutoff over the reward without: 1 if there is no gain, Infinity if one rate is 0 or the other
   * infinite.
   */
  readonly gain: number;
  /** False if ever shorter cutoffs earn ever more, so that there is no best one: see `BestCutoff`. */
  readonly attained: boolean;
}

/**
 * Tests whether t* is finite (thm:opt-int). It compares the rates themselves, so a gain of less than one part in 10¹⁰
 * counts as none: a lognormal law with small σ has a finite t* in principle, at a time that never comes.
 */
export function restartPays(arm: KnownArm): RestartVerdict {
  const rateWithoutCutoff = rewardRate(arm, Infinity);
  const { cutoff, rate, attained } = bestCutoff(arm);
  const pays = cutoff < Infinity && rate > rateWithoutCutoff * (1 + FLAT);
  if (!pays)
    return { pays, cutoff: Infinity, rate: rateWithoutCutoff, rateWithoutCutoff, gain: 1, attained: true };
  return { pays, cutoff, rate, rateWithoutCutoff, gain: rate / rateWithoutCutoff, attained };
}

/** The expected rest of a trial that has run until t. */
export interface Residual {
  /** E[R | X > t], the reward of waiting for the end. */
  readonly reward: number;
  /** E[X − t − C(t) | X > t], the time of waiting beyond that of restarting; negative if the reset takes longer. */
  readonly time: number;
}

/** Returns both residuals at t; NaN if no trial runs that long. */
export function residual(arm: KnownArm, cutoff: number): Residual {
  const { law, resetting } = arm;
  const running = law.time.survival(cutoff);
  return {
    reward: (law.rewardMoment(1, Infinity) - law.rewardMoment(1, cutoff)) / running,
    time: (law.time.mean - law.time.meanMin(cutoff)) / running - resetting.mean(cutoff),
  };
}

/**
 * Tests whether cutting at t earns more per unit time than waiting for the end (thm:opt-int, eqn:opt-restart):
 *   E[R | X > t]·E[X] < E[R]·E[X − t − C(t) | X > t]
 * which is r(t) > E[R]/E[X] multiplied out. The printed fraction divides by a residual time that is
 * negative where the reset takes longer than waiting, and then says the opposite (docs/errata.md#e4).
 * If E[X] is infinite and E[R] is not, waiting has rate 0, and every t by which something can be earned helps.
 */
export function restartHelps(arm: KnownArm, cutoff: number, options: VariantOption = {}): boolean {
  if (!(cutoff > 0)) throw new RangeError(`restartHelps: cutoff must exceed 0, got ${cutoff}`);
  const { law } = arm;
  if (!(law.time.survival(cutoff) > 0)) return false;
  const reward = law.rewardMoment(1, Infinity);
  const { mean } = law.time;
  if (mean === Infinity || reward === Infinity) return rewardRate(arm, cutoff) > rewardRate(arm, Infinity);
  const left = residual(arm, cutoff);
  if (options.variant === "paper") return left.reward / left.time < reward / mean;
  return left.reward * mean < reward * left.time;
}

/**
 * Returns true if a trial that has run for t takes longer from then on than a new one, for a reward independent of the
 * time and an immediate restart (eqn:opt-int-ind):
 *   E[X − t | X > t] > E[X]
 */
export function residualExceedsMean(law: Law, cutoff: number): boolean {
  const running = law.survival(cutoff);
  if (!(running > 0)) return false;
  if (law.mean === Infinity) return law.cdf(cutoff) > 0;
  return (law.mean - law.meanMin(cutoff)) / running > law.mean;
}
