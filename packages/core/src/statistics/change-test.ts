import { cellOf, countUpTo } from "../problem/lattice.ts";
import type { Outcome } from "../problem/outcome.ts";
import { FIELDS, type ProductLimit, REWARD } from "./product-limit.ts";

/**
 * Tests whether the newest trials of an arm still follow the curve of the earlier ones: a sequential test of the reward
 * of a trial (Page 1954). With A(t) = Σ_{j ≤ t} ĥ_j·ρ̂_j, what a trial brings on average while it runs up to t, and θ
 * the factor by which rewards may have become more or less frequent,
 *   s ← max(0, s + V·log θ − (θ − 1)·A(time))
 * is kept for θ = 2 and θ = ½. While the curve is right, exp of each step has a mean of at most 1, since
 * θ^V ≤ 1 + (θ − 1)·V for V in [0, 1]. So s reaches log n + MARGIN after n trials with a chance of at most about
 * e^−MARGIN/n in each: summed over a million trials and both θ 2·e^−7·log 10⁶ = 2.5%.
 *
 * A comes from trials before those that are tested: it is renewed when the arm has a tenth more of them, but not once s is
 * a quarter of the way to an alarm, so that the trials after a change do not become part of it.
 */
export class ChangeTest {
  /** The edges of the arm when A was found, and A at those that enough trials reached. */
  private edges: Float64Array;
  private expected: Float64Array;
  private scores: number[];
  private trials: number;
  private nextCurve: number;

  /** Continues from the result of `save`. */
  constructor(saved: readonly number[] = []) {
    const [trials = 0, nextCurve = 0, ...rest] = saved;
    [this.trials, this.nextCurve] = [trials, nextCurve];
    this.scores = FACTORS.map((_, place) => rest[place] ?? 0);
    const curve = rest.slice(FACTORS.length);
    this.edges = Float64Array.from(curve.slice(0, curve.length / 2));
    this.expected = Float64Array.from(curve.slice(curve.length / 2));
  }

  /**
   * Returns true if this trial, decided with `cutoff`, shows that the arm has changed. Counts are multiplied by `unit`.
   * A trial is taken to have been cut at the last edge before its cutoff: A is not known in between.
   */
  observe(outcome: Outcome, cutoff: number, cells: ProductLimit, unit: number): boolean {
    if (cells.rewards * unit < LEAST_REWARDS) return false;
    const limit = Math.log(this.trials + 1) + MARGIN;
    if (this.trials >= this.nextCurve && Math.max(...this.scores) < limit / 4) this.renew(cells, unit);
    this.trials += 1;
    const last = countUpTo(this.edges, cutoff);
    const cell = outcome.kind === "completed" ? cellOf(this.edges, outcome.time) : last;
    const reward = outcome.kind === "completed" && cell < last ? Math.min(1, outcome.reward) : 0;
    const passed = cell < last ? cell + 1 : Math.min(last, countUpTo(this.edges, outcome.time));
    const mean = passed > 0 ? this.expected[passed - 1] : 0;
    for (const [place, factor] of FACTORS.entries()) {
      const score = this.scores[place] + reward * Math.log(factor) - (factor - 1) * mean;
      this.scores[place] = Math.max(0, score);
      if (score > limit) return true;
    }
    return false;
  }

  save(): number[] {
    return [this.trials, this.nextCurve, ...this.scores, ...this.edges, ...this.expected];
  }

  private renew(cells: ProductLimit, unit: number): void {
    const { edges, rows } = cells;
    const atRisk = new Float64Array(edges.length);
    cells.atRisk(atRisk);
    const few = atRisk.findIndex((count) => count * unit < LEAST_AT_RISK);
    let sum = 0;
    const enough = few < 0 ? edges.length : few;
    // The edge ∞ could not be saved.
    this.edges = edges.slice(0, enough).map((edge) => Math.min(edge, Number.MAX_VALUE));
    this.expected = atRisk
      .subarray(0, enough)
      .map((count, cell) => (sum += rows[cell * FIELDS + REWARD] / count));
    this.nextCurve = Math.ceil(1.1 * this.trials) + 1;
  }
}

/** θ. */
const FACTORS = [2, 1 / 2];
const MARGIN = 7;
/** Fewer rewards, or fewer trials at risk in a cell, give no curve that could be contradicted. */
const LEAST_REWARDS = 30;
const LEAST_AT_RISK = 20;
