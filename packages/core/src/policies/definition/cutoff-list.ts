import { autoEdges } from "../../problem/cutoffs.ts";
import { latticeCell, latticeEdges } from "../../problem/lattice.ts";
import type { PolicySetup } from "./policy.ts";

/**
 * The ascending cutoffs of a policy that works on a fixed list; `auto` becomes the grid of its horizon, an interval
 * the same grid from one end to the other.
 */
export function cutoffList(policy: string, { cutoffs, horizon }: PolicySetup): Float64Array {
  switch (cutoffs.kind) {
    case "list":
      return Float64Array.from(cutoffs.values);
    case "auto":
      if (horizon === undefined) {
        throw new RangeError(`${policy}: auto cutoffs need a horizon; give a list of cutoffs, or use km-ts`);
      }
      return autoEdges(horizon, cutoffs.resolution);
    case "interval":
      return edgesWithin(cutoffs.low, cutoffs.high);
  }
}

/** Returns both ends, and the edges of the lattice between them. */
function edgesWithin(low: number, high: number): Float64Array {
  const between = latticeEdges(latticeCell(low), latticeCell(high)).filter(
    (edge) => edge > low && edge < high,
  );
  return Float64Array.from([low, ...between, high]);
}

/** The same, for a policy whose estimates need a bound on the time of a trial (docs/errata.md#e10). */
export function finiteCutoffList(policy: string, setup: PolicySetup): Float64Array {
  const list = cutoffList(policy, setup);
  if (list[list.length - 1] === Infinity) {
    throw new RangeError(`${policy}: cutoffs must be finite, got inf; use ucb-rm or km-ts, which allow it`);
  }
  return list;
}
