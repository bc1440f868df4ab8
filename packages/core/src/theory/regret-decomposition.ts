import type { VariantOption } from "./variant.ts";

/** One decision as lem:reg-dec sees it. */
export interface PulledAction {
  /** E[T_{k,l}(2τ/μ_*)], how often it is expected among the first 2τ/μ_* trials. */
  readonly pulls: number;
  /** Δ_{k,l}. */
  readonly gap: number;
  /** E[U_k(t_l)]. */
  readonly meanTime: number;
}

/** Where the regret comes from. */
export interface RegretDecomposition {
  /** Σ E[T]·Δ·E[U]: lost by decisions that are not the best. */
  readonly pulls: number;
  /** What more than 2τ/μ_* trials could add. */
  readonly late: number;
  /** r*·Φ: the overshoot at the horizon. */
  readonly overshoot: number;
  readonly total: number;
}

/** What the decomposition is computed from. */
export interface DecompositionInputs {
  readonly actions: readonly PulledAction[];
  readonly horizon: number;
  /** μ_*, at most min E[min(X_k, t₁)]. */
  readonly leastMeanTime: number;
  /** t₁, the smallest cutoff. */
  readonly shortestCutoff: number;
  readonly bestRate: number;
  /** Φ, for instance of `overshootBound`. */
  readonly overshoot: number;
}

/**
 * The regret of any policy, from how often it takes each decision (lem:reg-dec, eqn:reg-dec):
 *   Σ E[T]·Δ·E[U] + exp(−τ·μ_* / t₁²)/(1 − exp(−μ_*²/(2t₁²)))·ΣΔ·E[U] + r*Φ
 * The middle term is a geometric series Σ_{n ≥ 2τ/μ_*} exp(−nμ_*²/(2t₁²)); the paper prints its
 * denominator with exp(+·), which makes the bound negative (docs/errata.md#e17).
 */
export function regretDecomposition(
  inputs: DecompositionInputs,
  options: VariantOption = {},
): RegretDecomposition {
  const { actions, horizon, leastMeanTime: mu, shortestCutoff: t, bestRate } = inputs;
  if (!(horizon > mu / 2)) {
    throw new RangeError(`regretDecomposition: horizon must exceed μ_*/2 = ${mu / 2}, got ${horizon}`);
  }
  const exponent = (mu * mu) / (2 * t * t);
  const denominator = -Math.expm1(options.variant === "paper" ? exponent : -exponent);
  const perTrial = actions.reduce((sum, { gap, meanTime }) => sum + gap * meanTime, 0);
  const pulls = actions.reduce((sum, action) => sum + action.pulls * action.gap * action.meanTime, 0);
  const late = (Math.exp((-horizon * mu) / (t * t)) / denominator) * perTrial;
  const overshoot = bestRate * inputs.overshoot;
  return { pulls, late, overshoot, total: pulls + late + overshoot };
}
