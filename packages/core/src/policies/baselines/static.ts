import type { CutoffSet } from "../../problem/cutoffs.ts";
import { optimal } from "../../theory/best-cutoff.ts";
import { definePolicy } from "../definition/policy.ts";
import { nothingLearned } from "./nothing-learned.ts";

/** alg:opt-st: knows the laws, and always plays the arm and cutoff of the largest reward rate. */
export const staticOptimal = definePolicy({
  name: "static",
  citation: "Cayci, Eryilmaz and Srikant 2020, alg:opt-st",
  summary: "The oracle: knows the laws and plays the best arm and cutoff of those allowed.",
  options: {},
  create({ known, cutoffs }) {
    if (known === undefined) throw new RangeError("static: the true laws must be given; it is the oracle");
    const { arm, cutoff } = optimal(known, allowed(cutoffs));
    if (cutoff === 0) {
      throw new RangeError(
        `static: a best cutoff must exist, but ever shorter ones of ${known[arm].name} earn ever more; give a list`,
      );
    }
    const decision = { arm, cutoff };
    return { decide: () => decision, observe() {}, save: () => ({}) };
  },
  addsUp: () => nothingLearned,
});

function allowed(cutoffs: CutoffSet) {
  switch (cutoffs.kind) {
    case "list":
      return { among: cutoffs.values };
    case "interval":
      return { among: { low: cutoffs.low, high: cutoffs.high } };
    case "auto":
      return cutoffs.resolution === undefined ? {} : { among: { low: cutoffs.resolution, high: Infinity } };
  }
}
