/**
 * The time line cut at powers of 2^(1/3), ten cells a decade: the grid behind `auto` cutoffs. It is
 * absolute, so statistics that were gathered apart fall into the same cells and merge exactly, and it
 * is closed under doubling, so that the attempts of a Luby schedule (base × 1, 2, 4 …) end on its edges.
 * A neighbour of the best cutoff is at most 12% away. There a smooth rate curve is still flat; for others the
 * `km-ts` divides the cells in which many trials complete.
 */
const CELLS_PER_OCTAVE = 3;
const STEPS = [1, 2 ** (1 / 3), 2 ** (2 / 3)];

/** Returns the upper edge of a cell. The edge three cells on is exactly twice as long. */
export function latticeEdge(cell: number): number {
  const place = cell + KEPT_CELLS;
  return place >= 0 && place < EDGES.length ? EDGES[place] : edgeOf(cell);
}

function edgeOf(cell: number): number {
  const octave = Math.floor(cell / CELLS_PER_OCTAVE);
  return STEPS[cell - octave * CELLS_PER_OCTAVE] * 2 ** octave;
}

/** A table of the usual edges: a power takes ten times as long as a look-up. */
const KEPT_CELLS = 300;
const EDGES = Float64Array.from({ length: 2 * KEPT_CELLS }, (_, place) => edgeOf(place - KEPT_CELLS));

/** Returns the cell of a time: the least one whose upper edge is not below it. */
export function latticeCell(time: number): number {
  if (!(time > 0 && time < Infinity)) {
    throw new RangeError(`latticeCell: time must be a finite number above 0, got ${time}`);
  }
  // The sum makes 0 of the negative zero that `ceil` gives just below 1, and that JSON would not keep.
  let cell = Math.ceil(Math.log2(time) * CELLS_PER_OCTAVE) + 0;
  while (latticeEdge(cell) < time) cell++;
  while (latticeEdge(cell - 1) >= time) cell--;
  return cell;
}

/** Returns the edges from one cell to another, both included. */
export function latticeEdges(from: number, to: number): Float64Array {
  return Float64Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => latticeEdge(from + i));
}

/** The last cell that a trial of this length outlived: the last one whose upper edge is not above it. */
export function outlivedCell(time: number): number {
  const cell = latticeCell(time);
  return latticeEdge(cell) <= time * (1 + 1e-9) ? cell : cell - 1;
}

/** The cell of a time among ascending edges: the first edge not below it; edges.length if there is none. */
export function cellOf(edges: Float64Array, time: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edges[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns how many ascending times are at most `limit`, such as the edges that a trial of this length has passed. */
export function countUpTo(ascending: Float64Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
