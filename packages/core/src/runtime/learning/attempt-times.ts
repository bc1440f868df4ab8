import { savedNumbers, savedRecord } from "../../policies/definition/saved-state.ts";
import { latticeCell, outlivedCell } from "../../problem/lattice.ts";

/** What is kept of the attempts that ended in one cell of the lattice, each with its weight. */
const SUCCEEDED = 0;
const REJECTED = 1;
/** The sum of the times at which they ended. */
const TIME = 2;
/** Given up after they had outlived the cell. */
const LEFT = 3;
const FIELDS = 4;

/** A saved `AttemptTimes`. */
export interface SavedTimes {
  readonly first: number;
  readonly rows: readonly number[];
}

/**
 * How long attempts took, with weights, on the lattice of `problem/lattice.ts`. The lattice is absolute, so what was seen
 * under other limits or in another process is simply added.
 */
export class AttemptTimes {
  /** The cell of the first row. */
  first = 0;
  private rows = new Float64Array(0);

  get cells(): number {
    return this.rows.length / FIELDS;
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

  left(row: number): number {
    return this.rows[row * FIELDS + LEFT];
  }

  addEnd(time: number, success: boolean, weight: number): void {
    const at = this.rowOf(latticeCell(Math.max(time, SHORTEST_MS))) * FIELDS;
    this.rows[at + (success ? SUCCEEDED : REJECTED)] += weight;
    this.rows[at + TIME] += weight * time;
  }

  addLeft(time: number, weight: number): void {
    this.rows[this.rowOf(outlivedCell(Math.max(time, SHORTEST_MS))) * FIELDS + LEFT] += weight;
  }

  /** Adds what another has seen, each at `factor` of its weight. */
  add(other: AttemptTimes, factor: number): void {
    if (other.cells === 0) return;
    this.rowOf(other.first + other.cells - 1);
    const from = this.rowOf(other.first) * FIELDS;
    other.rows.forEach((value, place) => {
      this.rows[from + place] += factor * value;
    });
  }

  scale(factor: number): void {
    for (let place = 0; place < this.rows.length; place++) this.rows[place] *= factor;
  }

  save(): SavedTimes {
    return { first: this.first, rows: [...this.rows] };
  }

  static restore(saved: unknown): AttemptTimes {
    const { first, rows } = savedRecord("mulligan", saved);
    const times = new AttemptTimes();
    const numbers = savedNumbers("mulligan", rows, "rows");
    const last = (first as number) + numbers.length / FIELDS;
    if (
      !(Number.isInteger(first) && Number.isInteger(last)) ||
      Math.abs(first as number) + last > MOST_CELLS
    ) {
      throw new RangeError(
        `mulligan: the snapshot's rows must be ${FIELDS} numbers for each cell of the lattice`,
      );
    }
    if (numbers.some((value) => value < 0))
      throw new RangeError("mulligan: the snapshot's rows must not be negative");
    times.first = first as number;
    times.rows = Float64Array.from(numbers);
    return times;
  }

  /** The row of a cell; there is one afterwards, whether or not there was. */
  private rowOf(cell: number): number {
    if (this.cells === 0) this.first = cell;
    const before = Math.max(0, this.first - cell);
    const cells = Math.max(this.cells, cell - this.first + 1) + before;
    if (cells > this.cells) {
      const rows = new Float64Array(cells * FIELDS);
      rows.set(this.rows, before * FIELDS);
      this.rows = rows;
      this.first -= before;
    }
    return cell - this.first;
  }
}

/** What took less counts as this much. */
const SHORTEST_MS = 0.05;
const MOST_CELLS = 1_000;
