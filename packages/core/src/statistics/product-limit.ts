import { cellOf, countUpTo } from "../problem/lattice.ts";
import { type Outcome, recut } from "../problem/outcome.ts";

/**
 * One arm's trials, reduced to cells of the time line (Kaplan and Meier 1958). Cell j is (edge j−1, edge j], the first
 * begins at 0, the last edge may be ∞. A trial is counted in the cell in which it completed, or in the last cell that
 * it survived. So an observation costs a search and a few additions, whatever the number of cells, and a trial that was
 * cut early still counts below its cut. Everything is a sum: merging adds, forgetting scales.
 *
 * Layout: one row of FIELDS numbers a cell, in one array, so that a scan reads memory in order.
 */
export class ProductLimit {
  /** The upper ends of the cells, in ascending order. */
  edges: Float64Array;
  /** Completed, left (completed or cut), Σ time and Σ reward of the completed, cell by cell. */
  rows: Float64Array;
  /** Completions so far, over all cells. */
  completed = 0;
  /** Σ reward over all cells. */
  rewards = 0;

  constructor(edges: Float64Array) {
    this.edges = edges;
    this.rows = new Float64Array(edges.length * FIELDS);
  }

  /** Adds a trial, completed or cut. */
  observe(outcome: Outcome, weight = 1): void {
    const cells = this.edges.length;
    if (outcome.kind === "completed") {
      const cell = cellOf(this.edges, outcome.time);
      if (cell < cells) {
        const row = cell * FIELDS;
        const { time, reward } = outcome;
        this.rows[row + COMPLETED] += weight;
        this.rows[row + LEFT] += weight;
        this.rows[row + TIME] += weight * time;
        this.rows[row + REWARD] += weight * reward;
        this.completed += weight;
        this.rewards += weight * reward;
        return;
      }
    }
    // Cut, or completed past the last edge, which for these cells is the same.
    const passed = countUpTo(this.edges, outcome.time);
    if (passed > 0) this.rows[(passed - 1) * FIELDS + LEFT] += weight;
  }

  /**
   * Adds a trial whose cutoff may lie between the edges. It counts up to the last edge that its cutoff reaches:
   * in the cell of the cutoff itself only the trials that completed would be at risk, and the hazard would be too large.
   */
  observeUpToCutoff(outcome: Outcome, cutoff: number): void {
    const reached = countUpTo(this.edges, cutoff);
    if (reached === 0) return;
    const edge = this.edges[reached - 1];
    this.observe(outcome.time > edge ? recut(outcome, edge) : outcome);
  }

  /** Writes n_j, the trials at risk in each cell, into `target`: those that left there or later. */
  atRisk(target: Float64Array): void {
    let count = 0;
    for (let cell = this.edges.length - 1; cell >= 0; cell--) {
      target[cell] = count += this.rows[cell * FIELDS + LEFT];
    }
  }

  /** Adds cells beyond the last. Earlier trials remain valid, since they ended at or before that edge. */
  extend(edges: Float64Array): void {
    if (edges.length < this.edges.length || this.edges.some((edge, cell) => edge !== edges[cell])) {
      throw new RangeError("extend: the edges so far must be kept");
    }
    const rows = new Float64Array(edges.length * FIELDS);
    rows.set(this.rows);
    this.rows = rows;
    this.edges = edges;
  }

  /** Loads the rows of a saved state. */
  load(rows: readonly number[]): void {
    this.rows.set(rows);
    this.completed = this.rewards = 0;
    for (let row = 0; row < rows.length; row += FIELDS) {
      this.completed += rows[row + COMPLETED];
      this.rewards += rows[row + REWARD];
    }
  }

  /**
   * Divides a cell at `edge`. Cut trials have survived the whole cell. If its completions, from the earliest to the latest,
   * lie on both sides, so many count as the earliest and as the latest that their times add up to the same: they are few
   * when a cell is divided, and later ones fall where they belong.
   */
  split(cell: number, edge: number, earliest: number, latest: number): void {
    const row = cell * FIELDS;
    const [completed, left, time, reward] = this.rows.subarray(row, row + FIELDS);
    let share = Number(latest <= edge);
    let firstTime = share * time;
    if (earliest <= edge && latest > edge) {
      share = Math.max(0, Math.min(1, (latest - time / completed) / (latest - earliest)));
      firstTime = share * completed * earliest;
    }
    const first = share * completed;
    const rows = new Float64Array(this.rows.length + FIELDS);
    rows.set(this.rows.subarray(0, row));
    rows.set([first, first, firstTime, share * reward], row);
    rows.set([completed - first, left - first, time - firstTime, (1 - share) * reward], row + FIELDS);
    rows.set(this.rows.subarray(row + FIELDS), row + 2 * FIELDS);
    const edges = new Float64Array(this.edges.length + 1);
    edges.set(this.edges.subarray(0, cell));
    edges[cell] = edge;
    edges.set(this.edges.subarray(cell), cell + 1);
    this.rows = rows;
    this.edges = edges;
  }

  /** Multiplies the weight of each trial so far by `factor`, to forget. */
  scale(factor: number): void {
    for (let place = 0; place < this.rows.length; place++) this.rows[place] *= factor;
    this.completed *= factor;
    this.rewards *= factor;
  }
}

export const FIELDS = 4;
export const COMPLETED = 0;
export const LEFT = 1;
export const TIME = 2;
export const REWARD = 3;

/**
 * x̄_j of a cell from `below` to `edge`, from the count of its completions and their time in sum. Without completions
 * it is a guess: the middle of the cell, or twice its beginning if it has no end. The arguments are numbers and not a
 * cell, since this makes a draw a twentieth faster.
 */
export function meanTimeOf(completed: number, time: number, below: number, edge: number): number {
  if (completed > 0) return time / completed;
  return edge === Infinity ? 2 * below : (below + edge) / 2;
}

/**
 * One pass over the cells of a product-limit law, from short to long. With the hazard h_j of each cell, its
 * mean time x̄_j and its mean reward ρ_j,
 *   S_j = S_{j−1}·(1 − h_j),  E[V_l] = Σ S_{j−1}·h_j·ρ_j,  E[U_l] = Σ S_{j−1}·h_j·x̄_j + S_l·(t_l + C(t_l))
 * The caller chooses the hazards: counted, smoothed, or drawn. A class, since one decision
 * makes a pass for each arm and must not allocate in its steps.
 */
export class ProductLimitScan {
  /** S: the share of trials that outlast the cells so far. */
  survival = 1;
  /** E[V]: the mean reward of a trial cut here. */
  reward = 0;
  /** E[X ; X ≤ t]: the mean time of a trial, without the time of cut trials. */
  time = 0;

  /** Completions that take `share` of the whole each: how many, their times and their rewards in sum. */
  complete(share: number, count: number, time: number, reward: number): void {
    this.time += share * time;
    this.reward += share * reward;
    this.survival -= share * count;
  }

  /** Returns E[U] of a trial cut here, where a cut trial takes `cut`, which may be ∞ if no trial is left to be cut. */
  usage(cut: number): number {
    return this.survival > 0 ? this.time + this.survival * cut : this.time;
  }
}
