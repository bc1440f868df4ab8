import { meanTime } from "../theory/known-arm.ts";
import { rewardRate } from "../theory/reward-rate.ts";
import { type Environment, optimalOf } from "./environment.ts";

/**
 * Returns Σ T_{k,l}·Δ_{k,l}·E[U_k(t_l)], the first sum of lem:reg-dec: the mean cost of the decisions, without the luck
 * of the draws. It is far less noisy than a difference of rewards.
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

/**
 * The number of times each (arm, cutoff) was played in each phase: T_{k,l}(n) of lem:reg-dec for any set of cutoffs.
 * Policies repeat themselves, so a run of equal decisions costs one comparison a trial.
 */
export class PullCounts {
  private readonly phases: Map<number, Map<number, number>>[];
  private phase = 0;
  private arm = -1;
  private cutoff = 0;
  private run = 0;

  constructor(phases: number) {
    this.phases = Array.from({ length: phases }, () => new Map());
  }

  /** Counts one more trial of that decision. */
  add(phase: number, arm: number, cutoff: number): void {
    if (cutoff === this.cutoff && arm === this.arm && phase === this.phase) {
      this.run += 1;
      return;
    }
    this.flush();
    this.phase = phase;
    this.arm = arm;
    this.cutoff = cutoff;
    this.run = 1;
  }

  /** Returns each decision with its count, in the order of first use. */
  *entries(): IterableIterator<{ phase: number; arm: number; cutoff: number; count: number }> {
    this.flush();
    for (const [phase, arms] of this.phases.entries()) {
      for (const [arm, cutoffs] of arms) {
        for (const [cutoff, count] of cutoffs) yield { phase, arm, cutoff, count };
      }
    }
  }

  private flush(): void {
    if (this.run === 0) return;
    const arms = this.phases[this.phase];
    let cutoffs = arms.get(this.arm);
    if (cutoffs === undefined) arms.set(this.arm, (cutoffs = new Map()));
    cutoffs.set(this.cutoff, (cutoffs.get(this.cutoff) ?? 0) + this.run);
    this.run = 0;
  }
}
