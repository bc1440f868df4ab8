import { meanTime } from "../theory/known-arm.ts";
import { rewardRate } from "../theory/reward-rate.ts";
import { type Environment, optimalOf } from "./environment.ts";
import type { PullCounts } from "./pull-counts.ts";

/**
 * Σ T_{k,l}·Δ_{k,l}·E[U_k(t_l)], the first sum of lem:reg-dec: what the decisions cost on average,
 * whatever luck the draws had. Far less noisy than a difference of rewards.
 */
export function pseudoRegret(environment: Environment, pulls: PullCounts): number {
  const best = environment.phases.map((phase) => optimalOf(phase).rate);
  let total = 0;
  for (const { phase, arm, cutoff, count } of pulls.entries()) {
    const known = environment.phases[phase].arms[arm];
    const usage = meanTime(known, cutoff);
    // Where waiting takes infinitely long on average, the cost of one such wait is infinite too.
    total +=
      count * (usage === Infinity ? Infinity : Math.max(0, best[phase] - rewardRate(known, cutoff)) * usage);
  }
  return total;
}
