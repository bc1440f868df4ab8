import { betaVariate, gammaAboveOne, gammaVariate } from "../../random/gamma.ts";
import type { Random } from "../../random/random.ts";
import {
  COMPLETED,
  FIELDS,
  meanTimeOf,
  type ProductLimit,
  ProductLimitScan,
  REWARD,
  TIME,
} from "../../statistics/product-limit.ts";

/**
 * E[V_l] and E[U_l] of one arm at every cutoff: the reward and the time of a trial cut there; and S_l, the chance of
 * the cut.
 */
export interface Curve {
  readonly reward: Float64Array;
  readonly usage: Float64Array;
  readonly survival: Float64Array;
}

export function curveOf(cells: number): Curve {
  const column = () => new Float64Array(cells);
  return { reward: column(), usage: column(), survival: column() };
}

/** The evidence for one arm: its cells, and n_j in each of them. */
interface Evidence {
  readonly cells: ProductLimit;
  readonly atRisk: Float64Array;
  /**
   * The width of each cell and of all together, in cells of the lattice, if they differ. The prior then ends with the
   * cells: each is likely to be the last, so that there is always a reason to look a little further.
   */
  readonly span?: { readonly widths: Float64Array; readonly cells: number };
}

export interface CurveDraw {
  readonly evidence: Evidence;
  /** t_l + C(t_l). */
  readonly usage: Float64Array;
  /** Weight of the log-uniform prior, in trials. */
  readonly strength: number;
  /** The factor on counts: the reciprocal of the newest observation's weight. */
  readonly unit: number;
}

/**
 * Draws a rate curve that the data do not contradict. Each cell's hazard comes from its posterior, a
 * beta law (Beta–Stacy process, Walker and Muliere 1997), and one pass gives the curve
 * (`product-limit.ts`). The prior is centred on a log-uniform law over the cells, with one strength for all of them together,
 * so that it does not grow with their number. Where rewards vary, they are drawn too.
 */
export function drawCurve(random: Random, draw: CurveDraw, into: Curve): void {
  const { evidence, usage, strength, unit } = draw;
  const { cells, atRisk, span } = evidence;
  const { edges, rows } = cells;
  const last = edges.length - 1;
  const share = strength / (Math.max(span?.cells ?? edges.length, NOMINAL_CELLS) + 1);
  const rewards = cells.rewards === cells.completed ? undefined : new DrawnRewards(random, cells, unit);
  const scan = new ProductLimitScan();
  let remaining = span === undefined ? strength : share * (span.cells + 1);
  let below = 0;
  for (let cell = 0; cell <= last; cell++) {
    const row = cell * FIELDS;
    const edge = edges[cell];
    const completed = rows[row + COMPLETED];
    const done = completed * unit;
    const own = span === undefined ? share : share * span.widths[cell];
    remaining -= own;
    if (edge === Infinity) {
      const excess = drawExcess(random, rows[row + TIME] * unit, done, below);
      const paid = rewards === undefined ? 1 : rewards.of(cell);
      scan.complete(scan.survival, 1, below + excess, paid);
      into.reward[cell] = scan.reward;
      into.usage[cell] = scan.time;
      into.survival[cell] = 0;
      return;
    }
    const left = remaining + Math.max(0, atRisk[cell] * unit - done);
    const mass = scan.survival * drawHazard(random, own + done, left);
    if (mass > 0) {
      const paid = rewards === undefined ? 1 : rewards.of(cell);
      scan.complete(mass, 1, meanTimeOf(completed, rows[row + TIME], below, edge), paid);
    }
    into.reward[cell] = scan.reward;
    into.usage[cell] = scan.usage(usage[cell]);
    into.survival[cell] = scan.survival;
    below = edge;
  }
}

/** The prior of a short list of cutoffs is as vague in each cell as that of a grid over seven decades. */
const NOMINAL_CELLS = 70;

/**
 * A beta draw. A cell without a completion has a tiny first shape, and most of its draws are 0 to all
 * digits; that shows after one uniform number, before the two gamma variates are paid for.
 */
function drawHazard(random: Random, done: number, left: number): number {
  if (done >= 1 || left < 1) return betaVariate(random, done, Math.max(left, Number.MIN_VALUE));
  const power = Math.log(1 - random.uniform()) / done;
  if (power < -45) return 0;
  const x = gammaAboveOne(random, done + 1) * Math.exp(power);
  return x / (x + gammaAboveOne(random, left));
}

/**
 * The mean reward of each cell, drawn where rewards vary (PAPER-NOTES, section 6). Cells resemble each other, but a
 * cell without a completion may pay anything: with the arm's mean m,
 *   ρ_j ~ Beta(κ·m + Σ_j, κ·(1 − m) + d_j − Σ_j)
 * So a late region of unknown reward is tried. With one mean for the whole arm, a late region was expected to earn what
 * the early one earns, and if that was small, some runs never waited for the late one.
 *
 * The rewards of one cell are evidence of m only as far as cells differ: d_j of them count as
 *   e_j = d_j·(κ + 1)/(d_j + κ),  m ~ Beta(1 + Σ e_j·ρ̄_j, 1 + Σ e_j·(1 − ρ̄_j))
 * which is at most κ + 1 (the variance of a beta-binomial mean). Otherwise the first rewards of an arm, if they are 0,
 * would count in their cell and again in its prior.
 *
 * A cell with completions also borrows those of its neighbours as far as they agree with its own (`agreement`). Where
 * rewards are rare and do not depend on the time, the draws of many cells by themselves cost 2% of the reward more.
 */
class DrawnRewards {
  private readonly random: Random;
  private readonly cells: ProductLimit;
  private readonly unit: number;
  private readonly mean: number;
  /** The neighbourhood of the last cell: its cells, their completions and rewards. */
  private first = 0;
  private last = 0;
  private done = 0;
  private paid = 0;

  constructor(random: Random, cells: ProductLimit, unit: number) {
    this.random = random;
    this.cells = cells;
    this.unit = unit;
    let [ones, zeros] = [1, 1];
    for (let row = 0; row < cells.rows.length; row += FIELDS) {
      const done = cells.rows[row + COMPLETED] * unit;
      if (done <= 0) continue;
      const mean = Math.min(1, (cells.rows[row + REWARD] * unit) / done);
      const worth = (done * (KINDRED_REWARDS + 1)) / (done + KINDRED_REWARDS);
      ones += worth * mean;
      zeros += worth * (1 - mean);
    }
    this.mean = betaVariate(random, ones, zeros);
  }

  /** ρ_j of a cell. Cells are asked for in ascending order. */
  of(cell: number): number {
    const { edges, rows } = this.cells;
    const row = cell * FIELDS;
    const done = rows[row + COMPLETED] * this.unit;
    const paid = Math.min(done, rows[row + REWARD] * this.unit);
    let ones = KINDRED_REWARDS * this.mean + paid;
    let zeros = KINDRED_REWARDS * (1 - this.mean) + done - paid;
    if (done > 0) {
      while (this.last < edges.length && edges[this.last] <= NEIGHBOURHOOD * edges[cell])
        this.count(this.last++, 1);
      while (NEIGHBOURHOOD * edges[this.first] < edges[cell]) this.count(this.first++, -1);
      const others = Math.max(0, this.done - done);
      const theirs = Math.min(others, Math.max(0, this.paid - paid));
      const weight = agreement(paid, done, theirs, others);
      ones += weight * theirs;
      zeros += weight * (others - theirs);
    }
    return betaVariate(this.random, Math.max(Number.MIN_VALUE, ones), Math.max(Number.MIN_VALUE, zeros));
  }

  private count(cell: number, sign: number): void {
    const row = cell * FIELDS;
    const done = this.cells.rows[row + COMPLETED] * this.unit;
    this.done += sign * done;
    this.paid += sign * Math.min(done, this.cells.rows[row + REWARD] * this.unit);
  }
}

/**
 * Returns the weight of a cell's neighbour: min(1, 1/z²), z the difference of the two mean rewards in standard errors.
 */
function agreement(paid: number, done: number, theirs: number, others: number): number {
  if (!(others > 0)) return 0;
  const mean = (paid + theirs + 0.5) / (done + others + 1);
  const gap = paid / done - theirs / others;
  return Math.min(1, (mean * (1 - mean) * (1 / done + 1 / others)) / (gap * gap));
}

/** κ: as many completions with the arm's mean reward stand behind each cell. */
const KINDRED_REWARDS = 1;
/** Neighbours of a cell end at most twice as late and at least half as late. */
const NEIGHBOURHOOD = 2;

/**
 * The time of a trial past the last finite cutoff is exponential, and its prior is one trial that took as long again as
 * that cutoff.
 */
function drawExcess(random: Random, sum: number, completed: number, below: number): number {
  return (below + Math.max(0, sum - completed * below)) / gammaVariate(random, 1 + completed);
}
