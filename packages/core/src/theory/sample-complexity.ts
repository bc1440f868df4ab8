import type { Action } from "./action-table.ts";

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
export function medianComplexity(action: Action, bestRate: number, penalty: number, zeta: number): number {
  const ratio = (11 * penalty * bestRate) / action.gap;
  return action.variation * ratio ** 2 + 1024 * (action.kurtosis + zeta);
}
