import type { Action } from "./action-table.ts";

/*
 * How long UCB-RB goes on playing an action whose rate is below r*, while its means lie within their
 * radii and the best action's index does not lie below r*; all of it per λ = log(n^α). Two answers, each
 * for every law; proved in docs/explanation/linear-in-the-longest-cutoff.md.
 */

/**
 * The time, from rates and range alone. With samples in [0, b], 𝕍(U) ≤ b·Û and 𝕍(V) ≤ V̂, so that with
 * x = b·λ/(T·Û), the range over the time spent,
 *   ε/Û ≤ a = 3x + √(2x),  η/Û ≤ 3x/b + √(2·r̂·x/b),  r̂ ≤ r·(1 + a) + η/Û,
 * and the index is at most a function of x. Where that function is r*, the action has had its time: b/x.
 */
export function timeToTell(rate: number, bestRate: number, range: number, factor: number): number {
  const index = (x: number) => {
    const share = x / range;
    const timeRadius = 3 * x + Math.sqrt(2 * x);
    // The largest root of s² = √(2·share)·s + r·(1 + a) + 3·share is √r̂ at most.
    const known = rate * (1 + timeRadius) + 3 * share;
    const root = (Math.sqrt(2 * share) + Math.sqrt(2 * share + 4 * known)) / 2;
    const estimate = root * root;
    return estimate + factor * (3 * share + Math.sqrt(2 * estimate * share) + estimate * timeRadius);
  };
  return range / reaches(index, bestRate);
}

/**
 * The number of trials, where the variances are known too. 𝕍(U) ≤ (σ + b·√(λ/(2T)))² but for a chance of
 * n^−α, because (U − μ)² has values in [0, b²] and a variance of at most b²σ². With p = λ/T,
 *   ε ≤ σ(U)·√(2p) + 4b·p,  η ≤ σ(V)·√(2p) + 4p,  Û ≥ μ − ε,  r̂ ≤ r + (η + r·ε)/(μ − ε),
 * and 1/p is the answer where the index is r*.
 */
export function trialsToTell(action: Action, bestRate: number, range: number, factor: number): number {
  const { rate, time, reward } = action;
  const index = (p: number) => {
    const timeRadius = widest(time.variance, range, p);
    const rewardRadius = widest(reward.variance, 1, p);
    const leastTime = time.mean - timeRadius;
    if (!(leastTime > 0)) return Infinity;
    const estimate = rate + (rewardRadius + rate * timeRadius) / leastTime;
    return estimate + (factor * (rewardRadius + estimate * timeRadius)) / leastTime;
  };
  return 1 / reaches(index, bestRate);
}

/**
 * The same number where T and n are so large that means and variances are the true ones: 1/p where
 *   r + factor·(η + r·ε)/μ = r*,  ε = σ(U)·√(2p) + 3b·p,  η = σ(V)·√(2p) + 3p.
 */
export function trialsInTheLimit(action: Action, bestRate: number, range: number, factor: number): number {
  const { rate, time, reward } = action;
  const radius = (variance: number, most: number, p: number) => Math.sqrt(2 * variance * p) + 3 * most * p;
  const index = (p: number) =>
    rate + (factor * (radius(reward.variance, 1, p) + rate * radius(time.variance, range, p))) / time.mean;
  return 1 / reaches(index, bestRate);
}

/** The widest that a radius gets, all but surely, at p = λ/T. */
const widest = (variance: number, range: number, p: number) => Math.sqrt(2 * variance * p) + 4 * range * p;

/** The largest x ≥ 0 at which a rising function is still below the target, from below. */
function reaches(rising: (x: number) => number, target: number): number {
  let high = 1;
  while (rising(high) < target) high *= 2;
  let low = high / 2;
  while (low > 0 && !(rising(low) < target)) [high, low] = [low, low / 2];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (rising(middle) < target) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether the index of a best action stays above r*, and how often it does not. */
export interface Optimism {
  /** 0 if it does after any number of trials; otherwise the multiple of log n trials from which on it does. */
  readonly settled: number;
  /** The largest expected number of stages at which its index lies below r* although its radii hold. */
  readonly failures: number;
}

/**
 * While the radii of the best action hold, r* ≤ r̂ + (η + r̂·ε)/μ, so that its index lies below r* only
 * where Û > factor·μ; and by its term 3·factor·λ/(T·b), only where T > 3·factor·λ/(b·r*). A mean of T
 * samples in [0, b] exceeds factor·μ with a chance of at most e^(−T·d), d = kl(factor·μ/b ‖ μ/b), so
 *   Σ_T e^(−T·d) ≤ n^(−κ)/(1 − e^(−d)) at stage n,  κ = 3α·factor·d/(b·r*)
 * which is summable for κ > 1, and 0 for factor·μ ≥ b. Otherwise ε ≤ (factor − 1)·μ is needed, of which
 * eqn:decomposition says nothing (docs/errata.md#e24).
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
