/**
 * One pass over the cells of a product-limit law, from short to long. With the hazard h_j of each cell, its
 * mean time x̄_j and its mean reward ρ_j,
 *   S_j = S_{j−1}·(1 − h_j),  E[V_l] = Σ S_{j−1}·h_j·ρ_j,  E[U_l] = Σ S_{j−1}·h_j·x̄_j + S_l·(t_l + C(t_l))
 * Where the hazards come from is the caller's affair: counted, smoothed, or drawn. A class, since one decision
 * makes a pass for each arm and must not allocate in its steps.
 */
export class ProductLimitScan {
  /** S: the share that no cell so far has taken. */
  survival = 1;
  /** E[V]: the mean reward of a trial cut here. */
  reward = 0;
  /** E[X ; X ≤ t]: the mean time of a trial, without what a cut one takes. */
  time = 0;

  /** Completions that take `share` of the whole each: how many, their times and their rewards in sum. */
  complete(share: number, count: number, time: number, reward: number): void {
    this.time += share * time;
    this.reward += share * reward;
    this.survival -= share * count;
  }

  /** E[U] of a trial cut here, where a cut one takes `cut`, which may be ∞ if none is left to be cut. */
  usage(cut: number): number {
    return this.survival > 0 ? this.time + this.survival * cut : this.time;
  }
}
