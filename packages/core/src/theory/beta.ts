import { confidenceFactor } from "./concentration.ts";

/**
 * The β whose confidence factor (1+β)²/(1−β) is the one given: the inverse of `confidenceFactor`. The
 * experiments name the factor 1.01, which is β = 0.0033186 (docs/errata.md#e11). Root of
 * β² + (2+f)β + 1 − f = 0, written so that nothing cancels for f near 1.
 */
export function betaOfFactor(factor: number): number {
  if (!(factor >= 1 && factor < Infinity)) {
    throw new RangeError(`betaOfFactor: factor must be a finite number of at least 1, got ${factor}`);
  }
  return (2 * (factor - 1)) / (2 + factor + Math.sqrt((2 + factor) ** 2 + 4 * (factor - 1)));
}

/**
 * What the regret bounds pay for estimating everything (eqn:z-beta):
 *   z(β) = max{2√2·(1+β)²/(1−β)³, 1/β}
 */
export function estimationPenalty(beta: number): number {
  if (!(beta > 0 && beta < 1))
    throw new RangeError(`estimationPenalty: beta must lie in (0, 1), got ${beta}`);
  return Math.max(spreadBranch(beta), 1 / beta);
}

/**
 * The β at which z is least, so that the bounds are: one branch of z falls, the other rises, and they
 * meet at β ≈ 0.158 with z ≈ 6.34 (docs/errata.md#e11).
 */
export function betaOfLeastPenalty(): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (spreadBranch(middle) < 1 / middle) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const spreadBranch = (beta: number) => (2 * Math.SQRT2 * confidenceFactor(beta)) / (1 - beta) ** 2;
