import { cellOf, countUpTo } from "../problem/lattice.ts";
import type { Decision, Outcome } from "../problem/outcome.ts";

/**
 * Count, mean and sum of squared deviations of a stream of numbers (eqn:emp-mean, eqn:emp-var), by
 * Welford's update and Chan's merge, so that a variance is never a difference of two large sums.
 * Counts are weights: forgetting multiplies them. Above 2⁵³ a count no longer grows by one, it is then
 * off by less than one part in 10¹⁶, and mean and variance go on as if the stream were that long.
 */
export class Moments {
  count = 0;
  mean = 0;
  /** Σ (y − mean)². */
  squares = 0;

  /** Adds an observation. */
  add(value: number): void {
    this.count += 1;
    const delta = value - this.mean;
    this.mean += delta / this.count;
    this.squares += delta * (value - this.mean);
  }

  /** Adds the moments of another stream; exact but for rounding, in any order. */
  merge(other: Readonly<Moments>): void {
    if (other.count === 0) return;
    const count = this.count + other.count;
    const delta = other.mean - this.mean;
    this.mean += delta * (other.count / count);
    this.squares += other.squares + delta * delta * this.count * (other.count / count);
    this.count = count;
  }

  /** Multiplies the weight of each observation so far by `factor`, to forget. */
  scale(factor: number): void {
    this.count *= factor;
    this.squares *= factor;
  }

  /** 𝕍 of eqn:emp-var: divided by the count, not by one less; 0 without observations. */
  get variance(): number {
    return this.count > 0 ? this.squares / this.count : 0;
  }
}

/**
 * Mean and variance of U(t_l) and V(t_l) for every cutoff of one arm, where a trial at cutoff t informs
 * every t_l ≤ t (subsec:info-structure; docs/errata.md#e7). For cutoff l the trials split in two: those
 * that completed by t_l, whose times and rewards are kept as moments, and the rest, which all have
 * U = t_l + C(t_l) and V = 0, so that a count is enough. Because C enters only when it is asked for, a
 * resetting time that is itself being estimated costs nothing extra (docs/errata.md#e19).
 *
 * Layout: six columns of one number a cutoff, side by side in one array, so that a loop over the cutoffs
 * reads each of them in order (rows of six were a fifth slower). An observation touches the cutoffs from
 * the first to its own; those below the completion only count.
 */
export class SharedMoments {
  readonly edges: Float64Array;
  /** All columns in one array, as they are saved. */
  readonly rows: Float64Array;
  /** T*. */
  readonly trials: Float64Array;
  readonly completed: Float64Array;
  /** Mean and Σ squared deviations of the times of completed trials, then of their rewards. */
  readonly time: Float64Array;
  readonly timeSquares: Float64Array;
  readonly reward: Float64Array;
  readonly rewardSquares: Float64Array;

  constructor(edges: Float64Array) {
    const { length } = edges;
    const rows = new Float64Array(6 * length);
    const column = (place: number) => rows.subarray(place * length, (place + 1) * length);
    this.edges = edges;
    this.rows = rows;
    this.trials = column(0);
    this.completed = column(1);
    this.time = column(2);
    this.timeSquares = column(3);
    this.reward = column(4);
    this.rewardSquares = column(5);
  }

  /** Returns how many cutoffs, from the first, the outcome of this decision informs. */
  informed(decision: Decision, outcome: Outcome): number {
    // An abort before the cutoff informs the cutoffs that it outlived. A completion informs all cutoffs up to the
    // decided one.
    return countUpTo(this.edges, outcome.kind === "completed" ? decision.cutoff : outcome.time);
  }

  /** Adds a trial for every cutoff that it informs. Returns how many cutoffs, from the first, may have changed. */
  observe(decision: Decision, outcome: Outcome): number {
    const informed = this.informed(decision, outcome);
    this.add(0, informed, outcome);
    return informed;
  }

  /** Adds a trial for its own cutoff only, as a learner without sharing does. */
  observeAlone(decision: Decision, outcome: Outcome): number {
    const informed = this.informed(decision, outcome);
    this.add(Math.max(0, informed - 1), informed, outcome);
    return informed;
  }

  private add(from: number, to: number, outcome: Outcome): void {
    const { trials, completed, time, timeSquares, reward, rewardSquares } = this;
    for (let cutoff = from; cutoff < to; cutoff++) trials[cutoff] += 1;
    if (outcome.kind !== "completed") return;
    for (let cutoff = Math.max(from, cellOf(this.edges, outcome.time)); cutoff < to; cutoff++) {
      const share = 1 / (completed[cutoff] += 1);
      const late = outcome.time - time[cutoff];
      const mean = time[cutoff] + late * share;
      time[cutoff] = mean;
      timeSquares[cutoff] += late * (outcome.time - mean);
      const more = outcome.reward - reward[cutoff];
      if (more === 0) continue;
      reward[cutoff] += more * share;
      rewardSquares[cutoff] += more * (outcome.reward - reward[cutoff]);
    }
  }

  /** Returns the moments at one cutoff, where a cut trial took `usage` = t_l + C(t_l) with variance `usageVariance`. */
  read(cutoff: number, usage: number, usageVariance: number, into: ActionMoments): void {
    // The mean of two groups, and the squares within the completed one plus those between the two.
    const count = this.trials[cutoff];
    const completed = this.completed[cutoff];
    const cut = count - completed;
    const share = 1 / count;
    const between = completed * cut * share;
    const time = this.time[cutoff];
    const reward = this.reward[cutoff];
    const gap = cut > 0 ? usage - time : 0;
    into.count = count;
    into.meanUsage = time + gap * cut * share;
    into.varianceUsage = (this.timeSquares[cutoff] + gap * gap * between + cut * usageVariance) * share;
    into.meanReward = reward * completed * share;
    into.varianceReward = (this.rewardSquares[cutoff] + reward * reward * between) * share;
  }

  /** Multiplies the weight of each trial so far by `factor`, to forget. */
  scale(factor: number): void {
    for (const column of [this.trials, this.completed, this.timeSquares, this.rewardSquares]) {
      for (let cutoff = 0; cutoff < column.length; cutoff++) column[cutoff] *= factor;
    }
  }
}

/** Sample moments of U(t_l) and V(t_l): T*, Ê and 𝕍 of eqn:emp-mean and eqn:emp-var. */
export interface ActionMoments {
  /** T*, the number of trials that inform the action. */
  count: number;
  meanUsage: number;
  varianceUsage: number;
  meanReward: number;
  varianceReward: number;
}

/** Returns an empty object for the answer of `read`. */
export function noMoments(): ActionMoments {
  return { count: 0, meanUsage: 0, varianceUsage: 0, meanReward: 0, varianceReward: 0 };
}
