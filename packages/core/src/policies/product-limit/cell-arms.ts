import type { Arm } from "../../problem/arm.ts";
import { autoCells } from "../../problem/cutoffs.ts";
import { cellOf, latticeCell, latticeEdges } from "../../problem/lattice.ts";
import type { Outcome } from "../../problem/outcome.ts";
import { COMPLETED, FIELDS, ProductLimit, TIME } from "../../statistics/product-limit.ts";
import { ResettingEstimate } from "../../statistics/resetting-estimate.ts";
import { cutoffList } from "../definition/cutoff-list.ts";
import type { PolicySetup } from "../definition/policy.ts";
import { savedArms, savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";

/**
 * The statistics of a policy on the product-limit curve: the cells of every arm. They end at the cutoffs of the list. With
 * `auto` cutoffs they end at the edges of the lattice, from the resolution on, and grow with the data: whenever a trial
 * reaches the last edge, another octave is added, so there is always something longer to try.
 *
 * With `fine` cells, each arm divides those of its own cells in which many of its trials complete (`CellArm.refine`).
 * Ten cells a decade would lose up to a fifth of the rate at a sharp peak, for ever, and fine cells everywhere would make
 * a decision twelve times as slow.
 */
export class CellArms {
  /** The edges that all arms share. */
  edges: Float64Array;
  readonly arms: CellArm[];
  /** The first and the last cell of the lattice, if the cutoffs are `auto`. */
  readonly range: Range | undefined;
  private readonly fine: boolean;

  constructor(policy: string, setup: PolicySetup, saved?: unknown, fine = false) {
    const state = saved === undefined ? {} : savedRecord(policy, saved);
    const { cutoffs, horizon } = setup;
    this.range = cutoffs.kind === "auto" && (fine || horizon === undefined) ? rangeOf(setup) : undefined;
    this.fine = fine && this.range !== undefined;
    const count = savedNumber(policy, state.cells ?? FIRST_CELLS, "cells");
    if (!(count <= MAX_CELLS))
      throw new RangeError(`${policy}: the saved cells must be at most ${MAX_CELLS}`);
    this.edges = this.range === undefined ? cutoffList(policy, setup) : latticePart(this.range, count);
    const items =
      saved === undefined ? setup.arms.map(() => ({})) : savedArms(policy, state.arms, setup.arms.length);
    this.arms = setup.arms.map((arm, place) => {
      const item = savedRecord(policy, items[place]);
      const edges = item.edges === undefined ? this.edges : savedEdges(policy, item.edges, this.edges);
      const own = new CellArm(arm, edges);
      if (saved === undefined) return own;
      own.cells.load(savedNumbers(policy, item.rows, "rows", own.cells.rows.length));
      own.resetting.load(savedNumbers(policy, item.resetting, "resetting", 3));
      own.loadSpans(policy, savedNumbers(policy, item.spans ?? [], "spans"));
      return own;
    });
  }

  observe(arm: number, outcome: Outcome, weight = 1): void {
    this.growTo(outcome.time);
    const own = this.arms[arm];
    own.cells.observe(outcome, weight);
    own.resetting.observe(outcome);
    if (this.fine && outcome.kind === "completed") own.refine(outcome.time, 1 / weight);
  }

  /** An arm with its n_j brought up to date. */
  evidence(arm: number): CellArm {
    const own = this.arms[arm];
    own.cells.atRisk(own.atRisk);
    return own;
  }

  /**
   * Returns the first of an arm's useful cells: that of its shortest completion, or of all arms' if it has none. A
   * longer trial shows all that a shorter one would, so nothing is lost below.
   */
  firstUseful(arm: number): number {
    const { edges } = this.arms[arm].cells;
    const least = Math.min(...this.arms.map(({ shortest }) => shortest));
    return Math.min(cellOf(edges, least), edges.length - 1);
  }

  save(): unknown {
    return {
      ...(this.range === undefined ? {} : { cells: this.edges.length }),
      arms: this.arms.map(({ cells, resetting, spans }) => ({
        ...(cells.edges.length === this.edges.length ? {} : { edges: Array.from(cells.edges) }),
        rows: Array.from(cells.rows),
        resetting: resetting.save(),
        ...(this.fine
          ? { spans: spans.flatMap((span, cell) => (span === undefined ? [] : [cell, ...span])) }
          : {}),
      })),
    };
  }

  private growTo(time: number): void {
    const { length } = this.edges;
    if (this.range === undefined || time < this.edges[length - 1]) return;
    // One octave beyond the longest trial.
    const edges = latticePart(this.range, latticeCell(time) - this.range.first + 1 + OCTAVE);
    if (edges.length <= length) return;
    for (const arm of this.arms) arm.extend(edges.subarray(length));
    this.edges = edges;
  }
}

type Span = readonly [earliest: number, latest: number];

/** The first and the last possible cell of automatic cutoffs, as cells of the lattice. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** One arm's trials, in cells of its own. */
export class CellArm {
  cells: ProductLimit;
  resetting: ResettingEstimate;
  /** n_j, as of the last `evidence`. */
  atRisk: Float64Array;
  /** The width of each cell in cells of the lattice, for the prior; the first begins at 0 and counts as one. */
  widths: Float64Array;
  /** The earliest and the latest completion of each cell, if cells are fine. */
  spans: (Span | undefined)[] = [];
  private readonly arm: Arm;

  constructor(arm: Arm, edges: Float64Array) {
    this.arm = arm;
    this.cells = new ProductLimit(edges);
    this.resetting = new ResettingEstimate(arm.resetting, edges);
    this.atRisk = new Float64Array(edges.length);
    this.widths = widthsOf(edges);
  }

  /** The mean time of the completions in the first cell that has any, inside that cell also after rounding; ∞ if none has. */
  get shortest(): number {
    const { edges, rows } = this.cells;
    let row = 0;
    while (row < rows.length && !(rows[row + COMPLETED] > 0)) row += FIELDS;
    if (row === rows.length) return Infinity;
    return Math.min(edges[row / FIELDS], rows[row + TIME] / rows[row + COMPLETED]);
  }

  extend(edges: Float64Array): void {
    this.cells.extend(Float64Array.of(...this.cells.edges, ...edges));
    this.renew();
  }

  /**
   * Divides the cell of a completion as long as it holds more than its share of all: in the middle, down to steps of 1.5%,
   * and then right behind the latest completion, for atoms. So a peak of the law soon has an edge next to its end, and a
   * flat stretch stays as it is. An edge right behind the first completions would hide the others: the next one would be
   * too far for its cutoff to be worth a trial.
   */
  refine(time: number, unit: number): void {
    const { cells, spans } = this;
    let cell = cellOf(cells.edges, time);
    if (cell >= cells.edges.length) return;
    const [first, last] = spans[cell] ?? [time, time];
    let span: Span = [Math.min(first, time), Math.max(last, time)];
    spans[cell] = span;
    let divided = false;
    for (;;) {
      const edge = this.edgeInside(cell, span, unit);
      if (edge === undefined) break;
      const [earliest, latest] = span;
      cells.split(cell, edge, earliest, latest);
      const before: Span = [earliest, Math.min(latest, edge)];
      const behind: Span = [Math.max(earliest, edge), latest];
      spans.splice(cell, 1, earliest > edge ? undefined : before, latest > edge ? behind : undefined);
      span = time > edge ? behind : before;
      if (time > edge) cell += 1;
      divided = true;
    }
    if (divided) this.renew();
  }

  /** Loads the spans of a saved state: cell, earliest and latest, one after the other. */
  loadSpans(policy: string, saved: readonly number[]): void {
    for (let place = 0; place < saved.length; place += 3) {
      const [cell, earliest, latest] = saved.slice(place, place + 3);
      if (!(Number.isInteger(cell) && cell < this.cells.edges.length && latest >= earliest))
        throw new RangeError(`${policy}: the saved spans must belong to existing cells`);
      this.spans[cell] = [earliest, latest];
    }
  }

  /** Returns the edge at which a cell is to be divided, if it is. */
  private edgeInside(cell: number, [, latest]: Span, unit: number): number | undefined {
    const { edges, rows } = this.cells;
    const completed = rows[cell * FIELDS + COMPLETED];
    if (completed * unit < FEWEST_TO_DIVIDE || completed <= SHARE_TO_DIVIDE * this.cells.completed)
      return undefined;
    // Times shorter than the resolution are not told apart.
    if (cell === 0) return undefined;
    const [below, end] = [edges[cell - 1], edges[cell]];
    if (end >= FINE * below) return Math.sqrt(below) * Math.sqrt(end);
    return end >= ATOM * latest ? latest : undefined;
  }

  private renew(): void {
    const { edges } = this.cells;
    this.atRisk = new Float64Array(edges.length);
    this.widths = widthsOf(edges);
    const resetting = new ResettingEstimate(this.arm.resetting, edges);
    resetting.load(this.resetting.save());
    this.resetting = resetting;
  }
}

/** From the resolution to the horizon, or to sixty decades without one. */
function rangeOf({ cutoffs, horizon }: PolicySetup): Range {
  const resolution = cutoffs.kind === "auto" ? cutoffs.resolution : undefined;
  if (horizon !== undefined) return autoCells(horizon, resolution);
  const first = latticeCell(resolution ?? RESOLUTION);
  return { first, last: first + MAX_CELLS - 1 };
}

function latticePart({ first, last }: Range, count: number): Float64Array {
  return latticeEdges(first, Math.min(first + count - 1, last));
}

function savedEdges(policy: string, saved: unknown, shared: Float64Array): Float64Array {
  const edges = Float64Array.from(savedNumbers(policy, saved, "edges"));
  const rising = edges.every((edge, cell) => edge > (cell === 0 ? 0 : edges[cell - 1]));
  if (!(rising && shared.every((edge) => edges[cellOf(edges, edge)] === edge))) {
    throw new RangeError(`${policy}: the saved edges must rise and contain those of the lattice`);
  }
  return edges;
}

function widthsOf(edges: Float64Array): Float64Array {
  return edges.map((edge, cell) =>
    cell === 0 || edge === Infinity ? 1 : Math.log2(edge / edges[cell - 1]) * OCTAVE,
  );
}

/** A thousandth of a time unit: a microsecond for times in milliseconds. */
export const RESOLUTION = 1e-3;
const OCTAVE = 3;
/** One decade to begin with. */
const FIRST_CELLS = 10;
/** Sixty decades. */
const MAX_CELLS = 600;
/** A cell is divided if it has so many completions and this share of all. */
const FEWEST_TO_DIVIDE = 8;
const SHARE_TO_DIVIDE = 1 / 20;
/** A cell that ends so little after it begins is not halved; one that ends so little after its completions stays whole. */
const FINE = 1.015;
const ATOM = 1.003;
