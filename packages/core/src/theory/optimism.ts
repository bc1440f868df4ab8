import type { Action } from "./action-table.ts";
import { reaches, widest } from "./trials-to-tell.ts";

/** Whether the index of a best action can be trusted to lie above r*, and what it costs where it does not. */
export interface Optimism {
  /** 0 where it can, whatever its trials were; otherwise from how many times log n trials on. */
  readonly settled: number;
  /** At how many stages, at most and on average, its index lies below r* although its radii hold. */
  readonly failures: number;
}

/**
 * While the radii of the best action hold, r* ≤ r̂ + (η + r̂·ε)/μ, so that its index lies below r* only
 * where Û > factor·μ; and by its term 3·factor·λ/(T·b), only where T > 3·factor·λ/(b·r*). A mean of T
 * samples in [0, b] exceeds factor·μ with a chance of at most e^(−T·d), d = kl(factor·μ/b ‖ μ/b), so
 *   Σ_T e^(−T·d) ≤ n^(−κ)/(1 − e^(−d)) at stage n,  κ = 3α·factor·d/(b·r*)
 * which is summable for κ > 1, and 0 for factor·μ ≥ b. Otherwise ε ≤ (factor − 1)·μ is needed.
 */
export function optimismOf(action: Action, range: number, factor: number, alpha: number): Optimism {
  const { time, rate } = action;
  const mean = time.mean / range;
  if (factor * mean >= 1) return { settled: 0, failures: 0 };
  const divergence = binaryDivergence(factor * mean, mean);
  const exponent = (3 * alpha * factor * divergence) / (range * rate);
  if (exponent > 1) {
    return { settled: 0, failures: 1 / (1 - 1 / exponent) / -Math.expm1(-divergence) };
  }
  const trials = 1 / reaches((p) => widest(time.variance, range, p), (factor - 1) * time.mean);
  return { settled: alpha * trials, failures: 0 };
}

/** kl(q ‖ p) of two coins. */
const binaryDivergence = (q: number, p: number) =>
  q * Math.log(q / p) + (1 - q) * (Math.log1p(-q) - Math.log1p(-p));
