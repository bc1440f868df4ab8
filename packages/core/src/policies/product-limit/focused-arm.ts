import type { Arm } from "../../problem/arm.ts";
import { cellOf, FINE_CELLS, fineEdges, latticeCell, latticeEdges } from "../../problem/lattice.ts";
import type { Outcome } from "../../problem/outcome.ts";
import {
  COMPLETED,
  FIELDS,
  ProductLimit,
  ProductLimitScan,
  REWARD,
  TIME,
} from "../../statistics/product-limit.ts";
import { ResettingEstimate } from "../../statistics/resetting-estimate.ts";
import { FIRST_CELLS, OCTAVE } from "./cell-arms.ts";

/** The first and the last possible cell of an arm's automatic cutoffs, as cells of the lattice. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * One arm's trials on the lattice. They are recorded in fine cells and read in as few as possible: the cells of the
 * lattice, and the fine ones around the cutoffs with the largest estimated rates. Ten cells a decade would lose up to a
 * fifth of the rate at a sharp peak, for ever; fine cells everywhere would make a decision twelve times as slow. The
 * records do not depend on the cells that are read, so merging adds them.
 *
 * The cells begin at the shortest time and grow with the data: a trial that reaches the last edge adds an octave.
 * So an unknown stretch is tried in steps, whatever budget there is.
 */
export class FocusedArm {
  /** All observations, in fine cells. */
  readonly recorded: ProductLimit;
  /** The same on the edges that a decision chooses from. */
  cells: ProductLimit;
  /** n_j of these, as of the last `evidence`. */
  atRisk: Float64Array;
  /** The widths of the cells, for the prior. */
  span: { readonly widths: Float64Array; readonly cells: number };
  resetting: ResettingEstimate;
  /** Fine cells around which the edges are fine. */
  focus: readonly number[] = [];
  /** The shortest completion so far. */
  shortest = Infinity;
  /** The number of completions so far, without weights, and the number for which the focus waits. */
  completions = 0;
  private nextFocus = FIRST_FOCUS;
  private readonly spans = new CellSpans();
  private readonly arm: Arm;
  private readonly range: Range;
  private count: number;

  constructor(arm: Arm, range: Range, count = FIRST_CELLS) {
    this.arm = arm;
    this.range = range;
    this.count = Math.min(count, this.mostCells);
    this.recorded = new ProductLimit(this.fine());
    this.cells = this.recorded.regroup(this.edgesInFocus());
    this.atRisk = new Float64Array(this.edges.length);
    this.span = { widths: widthsOf(this.edges), cells: this.count };
    this.resetting = new ResettingEstimate(arm.resetting, this.edges);
  }

  get edges(): Float64Array {
    return this.cells.edges;
  }

  /** Returns the evidence with n_j up to date. */
  evidence(): this {
    this.cells.atRisk(this.atRisk);
    return this;
  }

  /**
   * Returns the cutoff of a trial that is to end with one of the cells: its edge, or earlier if all completions of its
   * last fine cell are earlier. Otherwise completions at one time, an atom, would be overshot by up to 1.9% for ever.
   */
  cutoff(cell: number): number {
    const edge = this.edges[cell];
    const fine = cellOf(this.recorded.edges, edge);
    const completed = this.recorded.rows[fine * FIELDS + COMPLETED];
    if (completed < ATOM) return edge;
    // If all of them took no time, a cutoff of 0 would be no trial.
    const end = this.spans.end(fine);
    return end > 0 ? Math.min(edge, end) : edge;
  }

  /** Returns the outcome as it was recorded. */
  observe(given: Outcome, weight: number): Outcome {
    const outcome = given.kind === "completed" ? given : { ...given, time: this.reached(given.time) };
    this.growTo(outcome.time);
    this.recorded.observe(outcome, weight);
    this.cells.observe(outcome, weight);
    this.resetting.observe(given);
    if (outcome.kind !== "completed") return outcome;
    const fine = cellOf(this.recorded.edges, outcome.time);
    if (fine < this.recorded.edges.length) this.spans.observe(fine, outcome.time);
    this.shortest = Math.min(this.shortest, outcome.time);
    this.completions += 1;
    if (this.completions >= this.nextFocus) this.lookAgain();
    return outcome;
  }

  /**
   * Returns the time that a trial counts as having lasted when it was cut: a cut past the latest completion of a fine
   * cell counts as the cell's end.
   */
  reached(time: number): number {
    const fine = cellOf(this.recorded.edges, time);
    const past = fine < this.recorded.edges.length && time >= this.spans.latest(fine);
    return past ? this.recorded.edges[fine] : time;
  }

  scale(factor: number): void {
    this.recorded.scale(factor);
    this.cells.scale(factor);
  }

  /** Plain data; fine cells that hold nothing are left out. */
  save(): unknown {
    const rows: number[] = [];
    for (let cell = 0; cell < this.recorded.edges.length; cell++) {
      const row = this.recorded.rows.subarray(cell * FIELDS, (cell + 1) * FIELDS);
      if (row.some((value) => value !== 0)) rows.push(cell, ...row);
    }
    const [spans, resetting, focus] = [this.spans.save(), this.resetting.save(), [...this.focus]];
    const { count: cells, completions, nextFocus } = this;
    return { cells, rows, spans, resetting, focus, completions, nextFocus };
  }

  /** Loads the result of `save`, which was checked before. */
  load(saved: SavedFocusedArm): void {
    for (let place = 0; place < saved.rows.length; place += FIELDS + 1) {
      const [cell, ...row] = saved.rows.slice(place, place + FIELDS + 1);
      this.recorded.rows.set(row, cell * FIELDS);
      if (row[COMPLETED] > 0) this.shortest = Math.min(this.shortest, row[TIME] / row[COMPLETED]);
    }
    this.shortest = Math.min(this.shortest, saved.spans[1] ?? Infinity);
    this.spans.load(saved.spans);
    this.recorded.load(Array.from(this.recorded.rows));
    this.resetting.load(saved.resetting);
    this.completions = saved.completions;
    this.nextFocus = saved.nextFocus;
    this.lookAt(saved.focus);
  }

  private get mostCells(): number {
    return this.range.last - this.range.first + 1;
  }

  private fine(): Float64Array {
    return fineEdges(this.range.first, this.range.first + this.count - 1);
  }

  private edgesInFocus(): Float64Array {
    const { first } = this.range;
    if (this.focus.length === 0) return latticeEdges(first, first + this.count - 1);
    return this.recorded.edges.filter(
      (_, cell) =>
        cell % FINE_CELLS === FINE_CELLS - 1 || this.focus.some((peak) => Math.abs(cell - peak) <= WINDOW),
    );
  }

  private growTo(time: number): void {
    if (time < this.edges[this.edges.length - 1] || this.count >= this.mostCells) return;
    // One octave beyond the longest trial.
    this.count = Math.min(latticeCell(time) - this.range.first + 1 + OCTAVE, this.mostCells);
    this.recorded.extend(this.fine());
    this.lookAt(this.focus);
  }

  private lookAgain(): void {
    this.nextFocus = Math.ceil(this.completions * FOCUS_GROWTH);
    const peaks = this.peaks();
    if (peaks.some((peak, place) => peak !== this.focus[place]) || peaks.length !== this.focus.length) {
      this.lookAt(peaks);
    }
  }

  private lookAt(focus: readonly number[]): void {
    this.focus = focus;
    this.cells = this.recorded.regroup(this.edgesInFocus());
    this.atRisk = new Float64Array(this.edges.length);
    this.span = { widths: widthsOf(this.edges), cells: this.count };
    const resetting = new ResettingEstimate(this.arm.resetting, this.edges);
    resetting.load(this.resetting.save());
    this.resetting = resetting;
  }

  /** Returns the fine cell with the largest estimated rate, and another, apart from it, that is nearly as good. */
  private peaks(): number[] {
    const rates = this.fineRates();
    const best = largestPlace(rates, () => true);
    const second = largestPlace(rates, (cell) => Math.abs(cell - best) > 2 * WINDOW);
    return rates[second] >= NEARLY * rates[best] ? [best, second] : [best];
  }

  /** r̂ at every fine edge that a trial has reached. */
  private fineRates(): Float64Array {
    const { edges, rows } = this.recorded;
    const atRisk = new Float64Array(edges.length);
    this.recorded.atRisk(atRisk);
    const rates = new Float64Array(edges.length);
    const scan = new ProductLimitScan();
    for (let cell = 0; cell < edges.length && atRisk[cell] > 0; cell++) {
      const row = cell * FIELDS;
      scan.complete(
        scan.survival / atRisk[cell],
        rows[row + COMPLETED],
        rows[row + TIME],
        rows[row + REWARD],
      );
      rates[cell] = scan.reward / scan.usage(edges[cell] + this.resetting.at(edges[cell]));
    }
    return rates;
  }
}

export interface SavedFocusedArm {
  readonly rows: readonly number[];
  /** For each fine cell with completions: the cell, the earliest and the latest of them. Empty if not known. */
  readonly spans: readonly number[];
  readonly resetting: readonly number[];
  readonly focus: readonly number[];
  readonly completions: number;
  readonly nextFocus: number;
}

/** In cells of the lattice; the first cell begins at 0 and counts as one. */
function widthsOf(edges: Float64Array): Float64Array {
  return edges.map((edge, cell) => (cell === 0 ? 1 : Math.log2(edge / edges[cell - 1]) * OCTAVE));
}

function largestPlace(values: Float64Array, allowed: (place: number) => boolean): number {
  let best = 0;
  let largest = -Infinity;
  for (let place = 0; place < values.length; place++) {
    if (values[place] > largest && allowed(place)) {
      largest = values[place];
      best = place;
    }
  }
  return best;
}

/** The number of completions from which the range of completions within a fine cell is known. */
const ATOM = 10;
/** The fine cells on either side of a peak: 8%. With twice as many a decision took a fifth longer. */
const WINDOW = 4;
/** The share of the largest rate from which another peak is examined as closely. */
const NEARLY = 0.95;
/** The number of completions before which a peak may be chance, and the growth after which to look again. */
const FIRST_FOCUS = 30;
const FOCUS_GROWTH = 1.2;

/** The earliest and the latest completion of each cell, which counts and means do not contain. */
class CellSpans {
  private readonly spans = new Map<number, { earliest: number; latest: number }>();

  observe(cell: number, time: number): void {
    const span = this.spans.get(cell);
    if (span === undefined) this.spans.set(cell, { earliest: time, latest: time });
    else {
      span.earliest = Math.min(span.earliest, time);
      span.latest = Math.max(span.latest, time);
    }
  }

  /** The latest completion; ∞ where none is known. */
  latest(cell: number): number {
    return this.spans.get(cell)?.latest ?? Infinity;
  }

  /** Returns the time after which a cell's completions are over: latest + (latest − earliest), or ∞ if unknown. */
  end(cell: number): number {
    const span = this.spans.get(cell);
    return span === undefined ? Infinity : 2 * span.latest - span.earliest;
  }

  /** The cell, its earliest and its latest completion, one after the other, in the order of cells. */
  save(): number[] {
    const sorted = [...this.spans].sort(([a], [b]) => a - b);
    return sorted.flatMap(([cell, { earliest, latest }]) => [cell, earliest, latest]);
  }

  load(saved: readonly number[]): void {
    for (let place = 0; place < saved.length; place += SPAN) {
      const [cell, earliest, latest] = saved.slice(place, place + SPAN);
      this.spans.set(cell, { earliest, latest });
    }
  }
}

/** Numbers a cell in what is saved. */
export const SPAN = 3;
