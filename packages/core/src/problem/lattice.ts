/**
 * The time line cut at powers of 2^(1/3), ten cells a decade: the grid behind `auto` cutoffs. It is
 * absolute, so statistics that were gathered apart fall into the same cells and merge exactly, and it
 * is closed under doubling, so that the attempts of a Luby schedule (base × 1, 2, 4 …) end on its edges.
 * A neighbour of the best cutoff is at most 12% away, where a smooth rate curve is still flat.
 */
const CELLS_PER_OCTAVE = 3;
const STEPS = [1, 2 ** (1 / 3), 2 ** (2 / 3)];

/** The upper edge of a cell; three cells on it is twice as long, to the last bit. */
export function latticeEdge(cell: number): number {
  const octave = Math.floor(cell / CELLS_PER_OCTAVE);
  return STEPS[cell - octave * CELLS_PER_OCTAVE] * 2 ** octave;
}

/** The cell that holds a time: the least one whose upper edge is not below it. */
export function latticeCell(time: number): number {
  if (!(time > 0 && time < Infinity)) {
    throw new RangeError(`latticeCell: time must be a finite number above 0, got ${time}`);
  }
  let cell = Math.ceil(Math.log2(time) * CELLS_PER_OCTAVE);
  while (latticeEdge(cell) < time) cell++;
  while (latticeEdge(cell - 1) >= time) cell--;
  return cell;
}

/** The edges from one cell to another, both included. */
export function latticeEdges(from: number, to: number): Float64Array {
  return Float64Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => latticeEdge(from + i));
}
