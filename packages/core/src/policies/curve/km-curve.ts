import { betaVariate } from "../../random/beta.ts";
import { gammaAboveOne, gammaVariate } from "../../random/gamma.ts";
import type { Random } from "../../random/random.ts";
import {
  COMPLETED,
  FIELDS,
  meanTimeOf,
  type ProductLimit,
  REWARD,
  TIME,
} from "../../statistics/product-limit.ts";
import { ProductLimitScan } from "../../statistics/product-limit-scan.ts";

/** E[V_l] and E[U_l] of one arm at every cutoff: what a trial cut there brings and takes; S_l, how often it is cut. */
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
   * Where cells are not all as wide: how wide each is, and all together, in cells of the lattice. The prior then
   * ends with them: each is likely to be the last, so that there is always reason to look a little further.
   */
  readonly span?: { readonly widths: Float64Array; readonly cells: number };
}

export interface CurveDraw {
  readonly evidence: Evidence;
  /** t_l + C(t_l). */
  readonly usage: Float64Array;
  /** Added to what a cut trial takes. */
  readonly charge: number;
  /** Weight of the log-uniform prior, in trials. */
  readonly strength: number;
  /** Counts are multiplied by this: the reciprocal of the newest observation's weight. */
  readonly unit: number;
  /** Trials of a kindred kind, worth at most `strength` of the arm's own; they stand behind the prior. */
  readonly kindred?: { readonly evidence: Evidence; readonly strength: number };
}

/**
 * Draws a rate curve that the data do not contradict. Each cell's hazard comes from its posterior, a
 * beta law (Beta–Stacy process, Walker and Muliere 1997), and one pass gives the curve
 * (`product-limit-scan.ts`). The prior is centred on a log-uniform law over the cells, with one strength for all of them together,
 * so that it does not grow with their number. Where rewards vary, they are drawn too.
 */
export function drawCurve(random: Random, draw: CurveDraw, into: Curve): void {
  const { evidence, usage, charge, strength, unit, kindred } = draw;
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
    let priorDone = own;
    let priorLeft = remaining;
    if (kindred !== undefined) {
      const theirs = kindred.evidence.atRisk[cell] * unit;
      const ended = kindred.evidence.cells.rows[row + COMPLETED] * unit;
      const trust = Math.min(1, kindred.strength / (theirs + 1));
      priorDone = (own + ended) * trust;
      priorLeft = (remaining + theirs - ended) * trust;
    }
    const left = priorLeft + Math.max(0, atRisk[cell] * unit - done);
    const mass = scan.survival * drawHazard(random, priorDone + done, left);
    if (mass > 0) {
      const paid = rewards === undefined ? 1 : rewards.of(cell);
      scan.complete(mass, 1, meanTimeOf(completed, rows[row + TIME], below, edge), paid);
    }
    into.reward[cell] = scan.reward;
    into.usage[cell] = scan.usage(usage[cell] + charge);
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
 * The mean reward of each cell. What is drawn is the arm's mean m, as if each reward were the chance of a 1, with nothing
 * known before the first; a cell then pays m times what cells like it paid in proportion:
 *   ρ_j = m·e_j/ē,  e_j = (Σ_j + κ·ρ̄)/(d_j + κ),  ē = Σ d_j·e_j/d
 * So the rewards are evidence once. With a draw for each cell, whose prior was the arm's measured mean, an arm whose
 * first rewards were 0 was hardly tried again: those zeros counted in the cell and in its prior.
 */
class DrawnRewards {
  private readonly cells: ProductLimit;
  private readonly prior: number;
  private readonly unit: number;
  private readonly factor: number;

  constructor(random: Random, cells: ProductLimit, unit: number) {
    const [sum, count] = [cells.rewards * unit, cells.completed * unit];
    this.cells = cells;
    this.unit = unit;
    this.prior = KINDRED_REWARDS * ((sum + 1) / (count + 2));
    const mean = betaVariate(random, 1 + sum, 1 + Math.max(0, count - sum));
    let paid = 0;
    for (let cell = 0; cell < cells.edges.length; cell++) {
      const done = cells.rows[cell * FIELDS + COMPLETED];
      if (done > 0) paid += done * unit * this.estimate(cell);
    }
    this.factor = mean / (paid / count);
  }

  of(cell: number): number {
    return Math.min(1, this.factor * this.estimate(cell));
  }

  private estimate(cell: number): number {
    const row = cell * FIELDS;
    const { rows } = this.cells;
    return (
      (rows[row + REWARD] * this.unit + this.prior) / (rows[row + COMPLETED] * this.unit + KINDRED_REWARDS)
    );
  }
}

/** κ: as many completions of the arm's mean stand behind each cell. */
const KINDRED_REWARDS = 10;

/**
 * How long a trial goes on past the last finite cutoff: exponential, and the prior is one trial that took
 * as long again as that cutoff.
 */
function drawExcess(random: Random, sum: number, completed: number, below: number): number {
  return (below + Math.max(0, sum - completed * below)) / gammaVariate(random, 1 + completed);
}
