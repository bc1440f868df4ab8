import type { Law } from "../distributions/law.ts";
import { bestCutoff, FLAT } from "./best-cutoff.ts";
import type { KnownArm, VariantOption } from "./known-arm.ts";
import { rewardRate } from "./reward-rate.ts";

/** Whether some finite cutoff beats waiting, which one does so by most, and by how much. */
export interface RestartVerdict {
  readonly pays: boolean;
  /** t*; Infinity if nothing is gained, 0 if the rate grows without end as the cutoff shrinks. */
  readonly cutoff: number;
  /** r(t*), or Infinity. */
  readonly rate: number;
  /** E[R]/E[X]. */
  readonly rateWithoutCutoff: number;
  /** How many times as much is earned with the cutoff as without: 1 if nothing is gained, Infinity if one rate is 0 or the other infinite. */
  readonly gain: number;
  /** False where ever shorter cutoffs earn ever more, so that there is no best one: see `BestCutoff`. */
  readonly attained: boolean;
}

/**
 * Is t* finite (thm:opt-int)? Decided on the rates themselves, so a gain of less than one part in 10¹⁰
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
  /** E[R | X > t], what waiting for the end still pays. */
  readonly reward: number;
  /** E[X − t − C(t) | X > t], what waiting costs more than restarting; negative where the reset takes longer. */
  readonly time: number;
}

/** Both residuals at t; NaN where no trial runs that long. */
export function residual(arm: KnownArm, cutoff: number): Residual {
  const { law, resetting } = arm;
  const running = law.time.survival(cutoff);
  return {
    reward: (law.rewardMoment(1, Infinity) - law.rewardMoment(1, cutoff)) / running,
    time: (law.time.mean - law.time.meanMin(cutoff)) / running - resetting.mean(cutoff),
  };
}

/**
 * Does cutting at t earn more per unit time than waiting for the end (thm:opt-int, eqn:opt-restart)?
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
 * The same where reward and time are independent and restarting is immediate (eqn:opt-int-ind): the
 * longer it has run, the longer it will still take.
 *   E[X − t | X > t] > E[X]
 */
export function residualExceedsMean(law: Law, cutoff: number): boolean {
  const running = law.survival(cutoff);
  if (!(running > 0)) return false;
  if (law.mean === Infinity) return law.cdf(cutoff) > 0;
  return (law.mean - law.meanMin(cutoff)) / running > law.mean;
}
