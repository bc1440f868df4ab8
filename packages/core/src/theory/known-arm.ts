import type { JointLaw } from "../distributions/joint-law.ts";
import { rewardKurtosis, rewardVariance, usageCentralMoment, usageMoment } from "../distributions/moments.ts";
import { noResetting, type ResettingTime } from "../problem/arm.ts";

/** An arm (X_k, R_k, C_k) whose law is known. The theory computes with it, and the simulator draws from it. */
export interface KnownArm {
  /** The name in tables and messages. */
  readonly name: string;
  /** The law of time and reward. */
  readonly law: JointLaw;
  /** The time that a cut of this arm costs. */
  readonly resetting: ResettingTime;
}

/** The name and the resetting time of an arm; by default the law's name, and none. */
export interface KnownArmOptions {
  /** The name. Default: that of the law. */
  readonly name?: string;
  /** The time that a cut costs. Default: none. */
  readonly resetting?: ResettingTime;
}

/** Makes an arm with a known law. */
export function knownArm(law: JointLaw, options: KnownArmOptions = {}): KnownArm {
  return { name: options.name ?? law.name, law, resetting: options.resetting ?? noResetting };
}

/** Formulas are corrected by default; `"paper"` computes them as printed, for comparison (docs/errata.md). */
export type Variant = "corrected" | "paper";

/** The choice between the corrected formula and the printed one. */
export interface VariantOption {
  /** Default: `corrected`. */
  readonly variant?: Variant;
}

/**
 * Returns E[U(t)], the mean time of a trial cut at t, with the reset (eqn:ukl):
 *   E[min(X, t)] + E[C(t)]·P(X > t)
 */
export function meanTime({ law, resetting }: KnownArm, cutoff: number): number {
  return usageMoment(law.time, 1, cutoff, resetting.mean(cutoff));
}

/** Returns E[V(t)], the mean reward of a trial cut at t: E[R ; X ≤ t]. */
export function meanReward({ law }: KnownArm, cutoff: number): number {
  return law.rewardMoment(1, cutoff);
}

/** E[U(t)²]. */
export function meanSquareTime(arm: KnownArm, cutoff: number): number {
  const { law, resetting } = arm;
  const spread = law.time.survival(cutoff) * resetDeviations(arm, cutoff).second;
  return usageMoment(law.time, 2, cutoff, resetting.mean(cutoff)) + spread;
}

/** The longest a trial cut at t can take: the range of U(t), possibly Infinity. */
export function longestTime(arm: KnownArm, cutoff: number): number {
  const { high } = arm.law.time.support;
  return high <= cutoff ? high : cutoff + longestReset(arm, cutoff);
}

/** The longest C(t) after a cut at t; 0 where no trial is ever cut there. */
export function longestReset({ law, resetting }: KnownArm, cutoff: number): number {
  if (!(law.time.survival(cutoff) > 0)) return 0;
  return resetting.known ? resetting.mean(cutoff) : resetting.sample(cutoff, () => LAST_UNIFORM);
}

/** The moments of a random variable in the bounds; Infinity if one does not exist. */
export interface Spread {
  readonly mean: number;
  readonly variance: number;
  /** Squared coefficient of variation, Var/E²: ℂ² of thm:ucb-rb. Infinity where the mean is 0. */
  readonly variation: number;
  /** E|Y − E[Y]|⁴/Var², 𝕂 of thm:ucb-rb; the paper prints power 2 (docs/errata.md#e16). 0 for a constant. */
  readonly kurtosis: number;
}

/** Returns the moments of U(t). A random C adds its own deviations around E[C] on the trials that are cut. */
export function timeSpread(arm: KnownArm, cutoff: number): Spread {
  const { law, resetting } = arm;
  const mean = meanTime(arm, cutoff);
  const reset = resetting.mean(cutoff);
  const cut = law.time.survival(cutoff);
  const central = (power: 2 | 4) => usageCentralMoment(law.time, power, cutoff, reset);
  if (!(cut > 0) || resetting.known) return spreadOf(mean, central(2), central(4));
  const { second, third, fourth } = resetDeviations(arm, cutoff);
  const above = cutoff + reset - mean;
  const added = cut * (6 * above ** 2 * second + 4 * above * third + fourth);
  return spreadOf(mean, central(2) + cut * second, central(4) + added);
}

/** Returns the moments of V(t). */
export function rewardSpread(arm: KnownArm, cutoff: number): Spread {
  const variance = rewardVariance(arm.law, cutoff);
  const fourth = variance > 0 ? rewardKurtosis(arm.law, cutoff) * variance ** 2 : 0;
  return spreadOf(meanReward(arm, cutoff), variance, fourth);
}

/** Computes the moments from the mean and the second and fourth central moments. */
export function spreadOf(mean: number, variance: number, fourth: number): Spread {
  const kurtosis = fourth < Infinity ? fourth / variance ** 2 : Infinity;
  return {
    mean,
    variance,
    variation: mean > 0 && mean < Infinity ? variance / mean ** 2 : Infinity,
    kurtosis: variance === 0 ? 0 : kurtosis,
  };
}

const LAST_UNIFORM = 1 - 2 ** -53;
const NODES = 1024;

/** Central moments of C(t); a random one is read at equally likely quantiles, one uniform number each. */
function resetDeviations({ resetting }: KnownArm, cutoff: number) {
  const moments = { second: 0, third: 0, fourth: 0 };
  if (resetting.known || cutoff === Infinity) return moments;
  const mean = resetting.mean(cutoff);
  for (let i = 0; i < NODES; i++) {
    const deviation = resetting.sample(cutoff, () => (i + 0.5) / NODES) - mean;
    moments.second += deviation ** 2 / NODES;
    moments.third += deviation ** 3 / NODES;
    moments.fourth += deviation ** 4 / NODES;
  }
  return moments;
}
