import {
  bestCutoff,
  cutoffScan,
  DEFAULT_ALPHA,
  type KnownArm,
  meanSquareTime,
  meanTime,
} from "@mulligan/core/theory";
import { betaOfLeastPenalty, estimationPenalty } from "./estimation.ts";
import type { RegretBoundOptions } from "./regret-finite.ts";

/** The fall of the rate around its maximum (assn:ucb-rc): a₁|t−t′|^q ≤ |r(t)−r(t′)| and r* − r(t) ≤ a₂|t−t*|^q. */
export interface Smoothness {
  /** q > 1. */
  readonly order: number;
  /** a₁. */
  readonly lower: number;
  /** a₂. */
  readonly upper: number;
}

/** The coefficient of the regret of UCB-RC, in its two parts. */
export interface ContinuousRegretBound {
  /** The loss because the best cutoff is between two of the grid (eqn:ucb-rc-decomposition-1, eqn:reg-a). */
  readonly quantization: number;
  /** The loss while the grid is learned (eqn:reg-b). */
  readonly learning: number;
  /** Their sum: lim sup of regret/√(n·log n), n = τ/t_min; as printed, of regret/√(τ·log τ). */
  readonly coefficient: number;
}

/**
 * Returns the bound on the regret of UCB-RC on [t_min, t_max] that thm:ucb-rc states, with rad = t_max − t_min. Its
 * proof relies on steps that are wrong (docs/errata.md#e23, docs/errata.md#e24):
 *   a₂·(6·rad)^q·t_min·μ / μ_*  +  3αq/((q−1)·a₁·rad^q)·ℂ*·z²(β)·r*²·μ
 *   ℂ* = E[U²]/μ_*² + E[R²]/(ε·E[R])²
 * rad and t_min stand here because the grid's step is measured in them (docs/errata.md#e14). The paper
 * prints E[X], E[X²] where its proof has the largest E[U(t)], E[U(t)²], infinite for heavy tails, and
 * loses the μ of eqn:reg-c before the second sum (docs/errata.md#e18). Other arms add nothing at this order: each of their
 * cutoffs costs O(log τ), and L·log τ = o(√(τ·log τ)).
 */
export function ucbRcRegret(
  arm: KnownArm,
  interval: { readonly low: number; readonly high: number },
  smoothness: Smoothness,
  options: RegretBoundOptions = {},
): ContinuousRegretBound {
  const { alpha = DEFAULT_ALPHA, beta = betaOfLeastPenalty(), variant } = options;
  const { low, high } = interval;
  const { order: q, lower, upper } = smoothness;
  if (!(low > 0 && low < high && high < Infinity)) {
    throw new RangeError(`ucbRcRegret: 0 < low < high < ∞ must hold, got low ${low}, high ${high}`);
  }
  if (!(q > 1)) throw new RangeError(`ucbRcRegret: order must exceed 1, got ${q}`);
  if (!(lower > 0 && upper > 0)) {
    throw new RangeError(`ucbRcRegret: lower and upper must exceed 0, got ${lower} and ${upper}`);
  }
  if (!(alpha > 2)) throw new RangeError(`ucbRcRegret: alpha must exceed 2, got ${alpha}`);
  const { law } = arm;
  const printed = variant === "paper";
  const cutoffs = cutoffScan(law.time, low, high);
  const most = (f: (cutoff: number) => number) =>
    cutoffs.reduce((top, cutoff) => Math.max(top, f(cutoff)), 0);
  const mean = printed ? law.time.mean : most((cutoff) => meanTime(arm, cutoff));
  const square = printed
    ? law.time.partialMoment(2, Infinity)
    : most((cutoff) => meanSquareTime(arm, cutoff));
  const leastMean = law.time.meanMin(low);
  const reward = law.rewardMoment(1, Infinity) * law.leastCompletion(low);
  const variation = square / leastMean ** 2 + law.rewardMoment(2, Infinity) / reward ** 2;
  const { rate } = bestCutoff(arm, { among: interval });
  const radius = printed ? 1 : high - low;
  const quantization = (upper * (6 * radius) ** q * (printed ? 1 : low) * mean) / leastMean;
  const perTrial = ((3 * alpha * q) / ((q - 1) * lower * radius ** q)) * variation;
  const learning = perTrial * (estimationPenalty(beta) * rate) ** 2 * (printed ? 1 : mean);
  return { quantization, learning, coefficient: quantization + learning };
}
