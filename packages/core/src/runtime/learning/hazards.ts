import { savedNumbers, savedRecord } from "../../policies/definition/saved-state.ts";
import { latticeCell, latticeEdge, outlivedCell } from "../../problem/lattice.ts";

/**
 * A saved `AttemptTimes`: for each cell the weights of attempts that reached it, succeeded in it and were rejected in
 * it, and the sum of their times.
 */
export interface SavedTimes {
  readonly first: number;
  readonly rows: readonly number[];
}

/**
 * How long attempts took, with weights, on the lattice of `problem/lattice.ts`. The lattice is absolute, so times from
 * other limits or another process are simply added. A cell fades only with the attempts that reach it. So the knowledge
 * about long attempts stays while attempts are cut early.
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

  /** The mean time of those that ended in this cell; NaN if there is none. */
  meanTime(row: number): number {
    return this.rows[row * FIELDS + TIME] / this.ended(row);
  }

  get attempts(): number {
    return this.cells === 0 ? 0 : this.risk(0);
  }

  addEnd(time: number, success: boolean, weight: number): void {
    const row = this.rowOf(latticeCell(Math.max(time, SHORTEST_MS)));
    this.pass(row, weight);
    this.rows[row * FIELDS + (success ? SUCCEEDED : REJECTED)] += weight;
    this.rows[row * FIELDS + TIME] += weight * time;
  }

  addStopped(time: number, weight: number): void {
    this.pass(this.rowOf(outlivedCell(Math.max(time, SHORTEST_MS))), weight);
  }

  /** Counts an attempt that lasts until this row: the rows before it and the row itself fade. */
  private pass(row: number, weight: number): void {
    const { rows, kept } = this;
    const end = (row + 1) * FIELDS;
    for (let place = 0; place < end; place++) rows[place] *= kept;
    for (let place = RISK; place < end; place += FIELDS) rows[place] += weight;
  }

  /** Adds the times of another, each at `factor` of its weight. */
  add(other: AttemptTimes, factor: number): void {
    if (other.cells === 0) return;
    this.rowOf(other.first + other.cells - 1);
    const from = this.rowOf(other.first);
    // Its attempts passed the cells before its first one, too.
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

  static restore(saved: unknown, halfLife: number): AttemptTimes {
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
    times.rows = Float64Array.from(numbers);
    return times;
  }

  /**
   * Returns the row of a cell and makes it if there is none. All attempts passed rows that are added before the first.
   */
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

/** The fields of a row: the weight of attempts that came so far, of those that ended in the cell, and the sum of their times. */
const RISK = 0;
const SUCCEEDED = 1;
const REJECTED = 2;
const TIME = 3;
const FIELDS = 4;
/** Shorter attempts count as this long. */
const SHORTEST_MS = 0.05;
const MAX_CELLS = 1_000;

/** The hazards of one arm's attempts, cell by cell of the lattice. */
export interface Hazards {
  first: number;
  cells: number;
  /** The chance that an attempt that has lasted until this cell ends in it. */
  readonly ends: number[];
  /** The share of those ends that are rejections. */
  readonly rejected: number[];
  /** Their mean time. */
  readonly endsAt: number[];
  /**
   * The number of attempts that lasted until this cell, counted in newest ones; the last entry counts those that
   * outlasted all cells.
   */
  readonly evidence: number[];
  /** The same with all attempts of earlier ranks, which are the prior. */
  readonly support: number[];
}

export function noHazards(): Hazards {
  return { first: 0, cells: 0, ends: [], rejected: [], endsAt: [], evidence: [], support: [] };
}

/**
 * Computes the product-limit hazards of the attempts, shrunk towards a prior: the hazards of earlier attempts of an
 * execution, or the belief that an attempt that has lasted for t lasts for t again. `alike`, from 0 to 1, is the weight of the
 * earlier ones.
 */
export function hazardsOf(
  times: AttemptTimes,
  unit: number,
  prior: Hazards | undefined,
  alike: number,
  into: Hazards,
): void {
  const known = times.cells > 0;
  const first = Math.min(known ? times.first : Infinity, prior?.cells ? prior.first : Infinity);
  const last = Math.max(
    known ? times.first + times.cells : -Infinity,
    prior?.cells ? prior.first + prior.cells : -Infinity,
  );
  into.first = first;
  into.cells = Math.max(0, last - first);
  for (let cell = 0; cell < into.cells; cell++) {
    const row = first + cell - times.first;
    const seen = known && row >= 0 && row < times.cells;
    const ended = seen ? times.ended(row) : 0;
    const before = first + cell - (prior?.first ?? 0);
    const believed = prior !== undefined && before >= 0 && before < prior.cells;
    const chance = believed ? prior.ends[before] : LASTING;
    // Earlier attempts weigh at most as much as the number of them that reached this cell.
    const borrowed = believed ? Math.min(ALIKE * alike, prior.support[before]) : 0;
    const strength = PRIOR + borrowed;
    // All attempts passed the cells before the first one kept.
    const risk = !known || row >= times.cells ? 0 : unit * times.risk(Math.max(0, row));
    into.evidence[cell] = risk + borrowed;
    into.support[cell] = risk + (believed ? prior.support[before] : 0);
    into.ends[cell] = Math.min(1, (ended * unit + strength * chance) / (risk + strength));
    into.rejected[cell] = believed ? prior.rejected[before] : 0;
    into.endsAt[cell] = believed ? prior.endsAt[before] : middle(first + cell);
    if (ended > 0) {
      into.rejected[cell] = times.rejected(row) / ended;
      into.endsAt[cell] = times.meanTime(row);
    }
  }
  const end = times.cells - 1;
  const reached = known && times.first + times.cells === last;
  into.evidence[into.cells] = reached ? unit * (times.risk(end) - times.ended(end)) : 0;
}

/** Compares attempts after cuts with first attempts, over all arms. */
interface Comparison {
  /** The number of attempts after cuts that ended, and the number expected with the hazards of first attempts. */
  ended: number;
  expected: number;
  /** The number of first attempts that ended: the fewer, the less certain is `expected`. */
  first: number;
}

export function compareEnds(
  first: AttemptTimes,
  later: readonly AttemptTimes[],
  unit: number,
  hazards: Hazards,
  into: Comparison,
): void {
  for (let row = 0; row < first.cells; row++) into.first += unit * first.ended(row);
  for (const times of later) {
    for (let row = 0; row < times.cells; row++) {
      const cell = times.first + row - hazards.first;
      if (cell < 0 || cell >= hazards.cells) continue;
      into.ended += unit * times.ended(row);
      into.expected += unit * times.risk(row) * hazards.ends[cell];
    }
  }
}

/**
 * How far attempts after a cut are like those before it, from 1 to 0, by a log-rank test. If slowness comes with the input,
 * fewer of them end in time than the hazards of first attempts predict.
 */
export function likeness({ ended, expected, first }: Comparison): number {
  if (!(ended < expected)) return 1;
  const deviations = (expected - ended) / Math.sqrt(expected + expected ** 2 / first);
  return Math.min(1, Math.exp((TOLERATED * TOLERATED - deviations * deviations) / 2));
}

/** The chance that an attempt ends by a rejection, if it is never cut. */
export function chanceOfRejection({ cells, ends, rejected }: Hazards): number {
  let lasts = 1;
  let sum = 0;
  for (let cell = 0; cell < cells; cell++) {
    sum += lasts * ends[cell] * rejected[cell];
    lasts *= 1 - ends[cell];
  }
  return sum;
}

/**
 * The chance that an attempt lasts longer than `timeMs`: S(t), by whole cells. Past the last cell, an attempt that has lasted
 * for t lasts for t again, on average.
 */
export function survival({ first, cells, ends }: Hazards, timeMs: number): number {
  let lasts = 1;
  let cell = 0;
  for (; cell < cells && latticeEdge(first + cell) <= timeMs; cell++) lasts *= 1 - ends[cell];
  return cell < cells || cells === 0 ? lasts : lasts * (latticeEdge(first + cells - 1) / timeMs) ** 2;
}

function middle(cell: number): number {
  return (latticeEdge(cell) + latticeEdge(cell - 1)) / 2;
}

/** The hazard of a cell of the lattice for S(s) = (t/s)²: 1 − 2^(−2/3). */
const LASTING = 1 - 2 ** (-2 / 3);
/** Weights in attempts: of the belief where nothing is known, and of earlier attempts while later ones are like them. */
const PRIOR = 0.5;
const ALIKE = 20;
/** In standard deviations: up to so many, fewer ends than expected are chance. */
const TOLERATED = 1.5;
