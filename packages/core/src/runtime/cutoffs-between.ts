import { latticeCell, latticeEdge } from "../problem/lattice.ts";

/** The cutoffs that are learned over if none are given: ten a decade, both bounds among them. */
export function cutoffsBetween(lowMs: number, highMs: number): number[] {
  const cutoffs = [lowMs];
  for (let cell = latticeCell(lowMs); latticeEdge(cell) < highMs; cell++) {
    if (latticeEdge(cell) > lowMs) cutoffs.push(latticeEdge(cell));
  }
  if (highMs > lowMs) cutoffs.push(highMs);
  return cutoffs;
}
