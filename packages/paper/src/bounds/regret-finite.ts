import { DEFAULT_ALPHA, type KnownArm, type VariantOption } from "@mulligan/core/theory";
import { type Action, type ActionTable, actionTable } from "./action-table.ts";
import { betaOfLeastPenalty, estimationPenalty } from "./estimation.ts";

/** The constants of the index that a bound is for. */
export interface RegretBoundOptions extends VariantOption {
  /** Default `DEFAULT_ALPHA`, 2.01. */
  readonly alpha?: number;
  /** Default: where z(β) is least. The policies play another one by default (`DEFAULT_FACTOR`). */
  readonly beta?: number;
}

/** The same for UCB-RM. */
export interface MedianRegretBoundOptions extends RegretBoundOptions {
  /** ζ of thm:ucb-rm, "some constant ζ > 0", which the paper leaves open; default 1. */
  readonly zeta?: number;
}

/** The two coefficients of one arm; the bound takes the lesser. */
export interface ArmRegret {
  /** ξ_k: every cutoff learns from its own trials only; grows with the number of cutoffs. */
  readonly separate: number;
  /**
   * ξ̃_k: a trial informs all shorter cutoffs. The paper also prints it as ξ′ (docs/errata.md#e18), and a step of its
   * proof is wrong (docs/errata.md#e23).
   */
  readonly shared: number;
}

/** The coefficient of log τ in a regret bound, and the share of each arm. */
export interface RegretBound {
  readonly arms: readonly ArmRegret[];
  /** Σ_k 3α·min{ξ_k, ξ̃_k}: regret ≤ coefficient·log τ + O(KL). */
  readonly coefficient: number;
}

/**
 * Returns the bound on the regret of UCB-RB that thm:ucb-rb states:
 *   Σ_k 3α·min{ξ_k, ξ̃_k}·log τ + O(KL)
 * It does not hold for every law (docs/errata.md#e24), and ξ̃_k is not proved (docs/errata.md#e23); `ucbRbLinearRegret` is
 * a bound with a proof and its condition.
 * Only decisions with Δ > 0 count; the printed sums run over Δ = 0 too and are infinite (docs/errata.md#e18).
 */
export function ucbRbRegret(
  arms: readonly KnownArm[],
  cutoffs: readonly number[],
  options: RegretBoundOptions = {},
): RegretBound {
  const unbounded = cutoffs.find((cutoff) => !(cutoff < Infinity));
  if (unbounded !== undefined) {
    throw new RangeError(
      `ucbRbRegret: cutoffs must be finite (ucbRmRegret allows Infinity), got ${unbounded}`,
    );
  }
  const table = actionTable(arms, cutoffs);
  const penalty = penaltyOf(options);
  return regretOf(table, arms.length, (action) => meanComplexity(action, table.bestRate, penalty), options);
}

/**
 * Returns the bound on the regret of UCB-RM that thm:ucb-rm states, finite for t_L = ∞ if fourth moments are. It does not
 * hold for every law, neither for the printed policy nor for ours (docs/errata.md#e13). The paper's ξ^M lack the
 * factor μ_{k,l} of thm:ucb-rb, so that they change with the unit of time (docs/errata.md#e18).
 */
export function ucbRmRegret(
  arms: readonly KnownArm[],
  cutoffs: readonly number[],
  options: MedianRegretBoundOptions = {},
): RegretBound {
  const table = actionTable(arms, cutoffs);
  const penalty = penaltyOf(options);
  const zeta = options.zeta ?? 1;
  const complexity = (action: Action) => medianComplexity(action, table.bestRate, penalty, zeta);
  return regretOf(table, arms.length, complexity, options, options.variant === "paper");
}

function regretOf(
  { actions }: ActionTable,
  armCount: number,
  complexity: (action: Action) => number,
  { alpha = DEFAULT_ALPHA, variant }: RegretBoundOptions,
  withoutMeanTime = false,
): RegretBound {
  if (!(alpha > 2)) throw new RangeError(`regret bound: alpha must exceed 2, got ${alpha}`);
  const lost = (action: Action) => action.gap * (withoutMeanTime ? 1 : action.time.mean);
  const arms = Array.from({ length: armCount }, (_, arm): ArmRegret => {
    const worse = actions.filter((action) => action.arm === arm && (action.gap > 0 || variant === "paper"));
    if (worse.length === 0) return { separate: 0, shared: 0 };
    if (worse.some(({ gap }) => gap === 0)) return { separate: Infinity, shared: Infinity };
    return {
      separate: worse.reduce((sum, action) => sum + lost(action) * complexity(action), 0),
      shared: Math.max(...worse.map(lost)) * Math.max(...worse.map(complexity)),
    };
  });
  const coefficient = arms.reduce(
    (sum, { separate, shared }) => sum + 3 * alpha * Math.min(separate, shared),
    0,
  );
  return { arms, coefficient };
}

const penaltyOf = ({ beta = betaOfLeastPenalty() }: RegretBoundOptions) => estimationPenalty(beta);

/**
 * How many trials, in units of 3·log(n^α), tell an action from the best (lem:sample-complexity), where
 * `penalty` is z(β):
 *   z²·ℂ·r*²/Δ² + 2z·𝔹·r* / Δ + 8(𝕂 + 𝔹²)
 */
export function meanComplexity(action: Action, bestRate: number, penalty: number): number {
  const ratio = (penalty * bestRate) / action.gap;
  return action.variation * ratio ** 2 + 2 * action.range * ratio + 8 * (action.kurtosis + action.range ** 2);
}

/** The same for medians of means (thm:ucb-rm): 11²z²·ℂ·r*²/Δ² + 1024(𝕂 + ζ). */
function medianComplexity(action: Action, bestRate: number, penalty: number, zeta: number): number {
  const ratio = (11 * penalty * bestRate) / action.gap;
  return action.variation * ratio ** 2 + 1024 * (action.kurtosis + zeta);
}
