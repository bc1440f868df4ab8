import type { Decision } from "../problem/decision.ts";
import type { Outcome } from "../problem/outcome.ts";
import { cellOf, edgesPassed } from "./cells.ts";

/**
 * Mean and variance of U(t_l) and V(t_l) for every cutoff of one arm, where a trial at cutoff t informs
 * every t_l ≤ t (subsec:info-structure; docs/errata.md#e7). For cutoff l the trials split in two: those
 * that completed by t_l, whose times and rewards are kept as moments, and the rest, which all have
 * U = t_l + C(t_l) and V = 0, so that a count is enough. Because C enters only when it is asked for, a
 * resetting time that is itself being estimated costs nothing extra (docs/errata.md#e19).
 *
 * Layout: a row of MOMENT_FIELDS numbers a cutoff. An observation touches the rows from the first to the one
 * of its cutoff; those below the completion only count.
 */
export class SharedMoments {
  readonly edges: Float64Array;
  /** T*, completed, mean and Σ squared deviations of their times, the same of their rewards. */
  readonly rows: Float64Array;

  constructor(edges: Float64Array) {
    this.edges = edges;
    this.rows = new Float64Array(edges.length * MOMENT_FIELDS);
  }

  /** How many cutoffs, from the first, the outcome of this decision informs. */
  informed(decision: Decision, outcome: Outcome): number {
    // An abort before the cutoff tells of the cutoffs it outlived; a completion tells of all that were
    // decided on, since under each of them it would have been seen too.
    return edgesPassed(this.edges, outcome.kind === "completed" ? decision.cutoff : outcome.time);
  }

  /** Adds a trial for every cutoff it informs; returns how many rows, from the first, may have changed. */
  observe(decision: Decision, outcome: Outcome): number {
    const informed = this.informed(decision, outcome);
    this.add(0, informed, outcome);
    return informed;
  }

  /** Adds a trial for its own cutoff only: what a learner without sharing would know. */
  observeAlone(decision: Decision, outcome: Outcome): number {
    const informed = this.informed(decision, outcome);
    this.add(Math.max(0, informed - 1), informed, outcome);
    return informed;
  }

  private add(from: number, to: number, outcome: Outcome): void {
    const { rows } = this;
    for (let row = from * MOMENT_FIELDS, end = to * MOMENT_FIELDS; row < end; row += MOMENT_FIELDS)
      rows[row] += 1;
    if (outcome.kind !== "completed") return;
    const { time, reward } = outcome;
    const first = Math.max(from, cellOf(this.edges, time));
    for (let row = first * MOMENT_FIELDS, end = to * MOMENT_FIELDS; row < end; row += MOMENT_FIELDS) {
      const share = 1 / (rows[row + MOMENT_COMPLETED] += 1);
      const late = time - rows[row + MOMENT_TIME];
      const mean = rows[row + MOMENT_TIME] + late * share;
      rows[row + MOMENT_TIME] = mean;
      rows[row + MOMENT_TIME_SQUARES] += late * (time - mean);
      const more = reward - rows[row + MOMENT_REWARD];
      if (more === 0) continue;
      rows[row + MOMENT_REWARD] += more * share;
      rows[row + MOMENT_REWARD_SQUARES] += more * (reward - rows[row + MOMENT_REWARD]);
    }
  }

  /** The moments at one cutoff, where a cut trial took `usage` = t_l + C(t_l), give or take `usageVariance`. */
  read(cutoff: number, usage: number, usageVariance: number, into: ActionMoments): void {
    // The mean of two groups, and the squares within the completed one plus those between the two.
    const { rows } = this;
    const row = cutoff * MOMENT_FIELDS;
    const count = rows[row];
    const completed = rows[row + MOMENT_COMPLETED];
    const cut = count - completed;
    const share = 1 / count;
    const between = completed * cut * share;
    const time = rows[row + MOMENT_TIME];
    const reward = rows[row + MOMENT_REWARD];
    const gap = cut > 0 ? usage - time : 0;
    into.count = count;
    into.share = share;
    into.meanUsage = time + gap * cut * share;
    into.varianceUsage =
      (rows[row + MOMENT_TIME_SQUARES] + gap * gap * between + cut * usageVariance) * share;
    into.meanReward = reward * completed * share;
    into.varianceReward = (rows[row + MOMENT_REWARD_SQUARES] + reward * reward * between) * share;
  }

  /** The trials of both together, exact but for rounding. */
  merge(other: SharedMoments): void {
    if (other.edges.length !== this.edges.length || other.edges.some((edge, i) => edge !== this.edges[i])) {
      throw new RangeError("merge: both must have the same cutoffs");
    }
    const { rows } = this;
    for (let row = 0; row < rows.length; row += MOMENT_FIELDS) {
      const mine = rows[row + MOMENT_COMPLETED];
      const theirs = other.rows[row + MOMENT_COMPLETED];
      rows[row] += other.rows[row];
      rows[row + MOMENT_COMPLETED] += theirs;
      if (theirs === 0) continue;
      for (const [mean, squares] of MEANS) {
        const gap = other.rows[row + mean] - rows[row + mean];
        const share = theirs / (mine + theirs);
        rows[row + mean] += gap * share;
        rows[row + squares] += other.rows[row + squares] + gap * gap * mine * share;
      }
    }
  }

  /** Forgetting: each trial so far counts `factor` times what it did. */
  scale(factor: number): void {
    const { rows } = this;
    for (let row = 0; row < rows.length; row += MOMENT_FIELDS) {
      rows[row] *= factor;
      rows[row + MOMENT_COMPLETED] *= factor;
      rows[row + MOMENT_TIME_SQUARES] *= factor;
      rows[row + MOMENT_REWARD_SQUARES] *= factor;
    }
  }
}

/** Sample moments of U(t_l) and V(t_l): T*, Ê and 𝕍 of eqn:emp-mean and eqn:emp-var. */
export interface ActionMoments {
  count: number;
  /** 1/T*. */
  share: number;
  meanUsage: number;
  varianceUsage: number;
  meanReward: number;
  varianceReward: number;
}

/** Where `read` can put its answer. */
export function noMoments(): ActionMoments {
  return { count: 0, share: 0, meanUsage: 0, varianceUsage: 0, meanReward: 0, varianceReward: 0 };
}

export const MOMENT_FIELDS = 6;
export const MOMENT_COMPLETED = 1;
export const MOMENT_TIME = 2;
export const MOMENT_TIME_SQUARES = 3;
export const MOMENT_REWARD = 4;
export const MOMENT_REWARD_SQUARES = 5;
const MEANS = [
  [MOMENT_TIME, MOMENT_TIME_SQUARES],
  [MOMENT_REWARD, MOMENT_REWARD_SQUARES],
] as const;
