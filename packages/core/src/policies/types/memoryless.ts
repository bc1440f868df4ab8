import { latticeEdge } from "../../problem/lattice.ts";

/** Hazards of attempts that end at this rate, whatever their age. */
export function memoryless(rate: number, first: number, length: number): Float64Array {
  return Float64Array.from({ length }, (_, place) => {
    const cell = first + place;
    return Math.min(MAX_PRIOR_HAZARD, rate * (latticeEdge(cell) - latticeEdge(cell - 1)));
  });
}

/** Where the mean is passed, cells are so long that a memoryless attempt would hardly outlive one. */
const MAX_PRIOR_HAZARD = 0.5;
