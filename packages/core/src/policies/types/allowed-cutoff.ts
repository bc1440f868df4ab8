import type { CutoffSet } from "../../problem/cutoffs.ts";

/** The shortest cutoff of the set that is not below the one that is wanted, or the longest. */
export function allowedCutoff(cutoffs: CutoffSet, wanted: number): number {
  switch (cutoffs.kind) {
    case "auto":
      return wanted;
    case "interval":
      return Math.min(Math.max(wanted, cutoffs.low), cutoffs.high);
    case "list":
      return cutoffs.values.find((value) => value >= wanted) ?? cutoffs.values[cutoffs.values.length - 1];
  }
}
