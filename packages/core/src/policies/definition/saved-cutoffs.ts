import { autoCutoffs, type CutoffSet, intervalCutoffs, listCutoffs } from "../../problem/cutoffs.ts";
import type { PolicySnapshot } from "./policy.ts";

/** A set of cutoffs as a snapshot holds it; JSON has no ∞. */
export function saveCutoffs(cutoffs: CutoffSet): Pick<PolicySnapshot, "cutoffs" | "resolution"> {
  switch (cutoffs.kind) {
    case "list":
      return { cutoffs: cutoffs.values.map((value) => (value === Infinity ? "inf" : value)) };
    case "interval":
      return { cutoffs: { low: cutoffs.low, high: cutoffs.high } };
    case "auto":
      return {
        cutoffs: "auto",
        ...(cutoffs.resolution === undefined ? {} : { resolution: cutoffs.resolution }),
      };
  }
}

/** The set that was saved, checked again. */
export function loadCutoffs({ cutoffs, resolution }: PolicySnapshot): CutoffSet {
  if (cutoffs === "auto") return autoCutoffs(resolution);
  if (Array.isArray(cutoffs))
    return listCutoffs(cutoffs.map((value) => (value === "inf" ? Infinity : value)));
  const { low, high } = cutoffs as { low: number; high: number };
  return intervalCutoffs(low, high);
}
