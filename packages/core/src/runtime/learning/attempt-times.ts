import { savedNumbers, savedRecord } from "../../policies/definition/saved-state.ts";
import { latticeCell, outlivedCell } from "../../problem/lattice.ts";

/** What is kept of one cell of the lattice, each attempt with its weight: how many came so far, and how those ended that ended in it. */
const RISK = 0;
const SUCCEEDED = 1;
const REJECTED = 2;
/** The sum of the times at which they ended. */
const TIME = 3;
const FIELDS = 4;

/** A saved `AttemptTimes`: for each cell the weights of attempts that came so far, succeeded and were rejected, and the sum of their times. */
export interface SavedTimes {
  readonly first: number;
  readonly rows: readonly number[];
}

/**
 * How long attempts took, with weights, on the lattice of `problem/lattice.ts`. The lattice is absolute, so what was seen
 * under other limits or in another process is simply added. A cell fades with the attempts that come so far. So what is known of
 * long attempts stays while attempts are cut before they become long.
 */
export class AttemptTimes {
  /** The cell of the first row. */
  first = 0;
  private rows = new Float64Array(0);
  private readonly kept: number;

  /** `halfLife` in attempts. */
  constructor(halfLife: number) {
    this.kept = 2 ** (-1 / halfLife);
  }

  get cells(): number {
    return this.rows.length / FIELDS;
  }

  /** Attempts that lasted until this cell. */
  risk(row: number): number {
    return this.rows[row * FIELDS + RISK];
  }

  ended(row: number): number {
    return this.rows[row * FIELDS + SUCCEEDED] + this.rows[row * FIELDS + REJECTED];
  }

  rejected(row: number): number {
    return this.rows[row * FIELDS + REJECTED];
  }

  /** When those that ended in this cell did, on average; NaN if there is none. */
  meanTime(row: number): number {
    return this.rows[row * FIELDS + TIME] / this.ended(row);
  }

  /** All that were seen. */
  get attempts(): number {
    return this.cells === 0 ? 0 : this.risk(0);
  }

  addEnd(time: number, success: boolean, weight: number): void {
    const row = this.rowOf(latticeCell(Math.max(time, SHORTEST_MS)));
    this.pass(row, weight);
    this.rows[row * FIELDS + (success ? SUCCEEDED : REJECTED)] += weight;
    this.rows[row * FIELDS + TIME] += weight * time;
  }

  addLeft(time: number, weight: number): void {
    this.pass(this.rowOf(outlivedCell(Math.max(time, SHORTEST_MS))), weight);
  }

  /** An attempt lasts until this row: what was seen in the rows before and in it fades. */
  private pass(row: number, weight: number): void {
    const { rows, kept } = this;
    const end = (row + 1) * FIELDS;
    for (let place = 0; place < end; place++) rows[place] *= kept;
    for (let place = RISK; place < end; place += FIELDS) rows[place] += weight;
  }

  /** Adds what another has seen, each at `factor` of its weight. */
  add(other: AttemptTimes, factor: number): void {
    if (other.cells === 0) return;
    this.rowOf(other.first + other.cells - 1);
    const from = this.rowOf(other.first);
    // Its attempts came through the cells before its first one, too.
    for (let row = 0; row < from; row++) this.rows[row * FIELDS + RISK] += factor * other.risk(0);
    other.rows.forEach((value, place) => {
      this.rows[from * FIELDS + place] += factor * value;
    });
  }

  scale(factor: number): void {
    for (let place = 0; place < this.rows.length; place++) this.rows[place] *= factor;
  }

  save(): SavedTimes {
    return { first: this.first, rows: [...this.rows] };
  }

  static restore(saved: unknown, halfLife: number, version: number): AttemptTimes {
    const { first, rows } = savedRecord("mulligan", saved);
    const times = new AttemptTimes(halfLife);
    const numbers = savedNumbers("mulligan", rows, "rows");
    const last = (first as number) + numbers.length / FIELDS;
    if (
      !(Number.isInteger(first) && Number.isInteger(last)) ||
      Math.abs(first as number) + last > MAX_CELLS
    ) {
      throw new RangeError(
        `mulligan: the snapshot's rows must be ${FIELDS} numbers for each cell of the lattice`,
      );
    }
    if (numbers.some((value) => value < 0))
      throw new RangeError("mulligan: the snapshot's rows must not be negative");
    times.first = first as number;
    times.rows = Float64Array.from(version === 2 ? fromVersion2(numbers) : numbers);
    return times;
  }

  /** The row of a cell; there is one afterwards, whether or not there was. All attempts came through new rows before the first. */
  private rowOf(cell: number): number {
    if (this.cells === 0) this.first = cell;
    const before = Math.max(0, this.first - cell);
    const cells = Math.max(this.cells, cell - this.first + 1) + before;
    if (cells > this.cells) {
      const rows = new Float64Array(cells * FIELDS);
      rows.set(this.rows, before * FIELDS);
      for (let row = 0; row < before; row++) rows[row * FIELDS + RISK] = this.attempts;
      this.rows = rows;
      this.first -= before;
    }
    return cell - this.first;
  }
}

/** In version 2 a row had those that succeeded, were rejected, the sum of their times, and those given up after the cell. */
function fromVersion2(rows: readonly number[]): number[] {
  const converted: number[] = [];
  let risk = 0;
  for (let place = rows.length - FIELDS; place >= 0; place -= FIELDS) {
    const [succeeded, rejected, time, left] = rows.slice(place, place + FIELDS);
    risk += succeeded + rejected + left;
    converted.unshift(risk, succeeded, rejected, time);
  }
  return converted;
}

/** What took less counts as this much. */
const SHORTEST_MS = 0.05;
const MAX_CELLS = 1_000;
