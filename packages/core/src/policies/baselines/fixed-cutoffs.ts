import type { CutoffSet } from "../../problem/cutoffs.ts";
import type { Decision } from "../../problem/outcome.ts";
import { optimal } from "../../theory/best-cutoff.ts";
import { armOption, checkArm } from "../definition/options.ts";
import { definePolicy, type Learner } from "../definition/policy.ts";

export const fixed = definePolicy({
  name: "fixed",
  citation: "Common practice: a guessed timeout",
  summary: "Always the same cutoff.",
  options: {
    cutoff: { kind: "number", text: "the cutoff", required: true, above: 0, time: true },
    arm: armOption,
  },
  create({ arms }, { cutoff, arm }) {
    return always({ arm: checkArm("fixed", arm, arms), cutoff });
  },
});

export const never = definePolicy({
  name: "never",
  citation: "Common practice: no timeout at all",
  summary: "Waits for the end of every trial.",
  options: { arm: armOption },
  create({ arms }, { arm }) {
    return always({ arm: checkArm("never", arm, arms), cutoff: Infinity });
  },
});

/** Plays, from the known laws, always the arm and cutoff of the largest reward rate (alg:opt-st). */
export const staticOptimal = definePolicy({
  name: "static",
  citation: "Cayci, Eryilmaz and Srikant 2020, alg:opt-st",
  summary: "The oracle: knows the laws and plays the best arm and cutoff of those allowed.",
  options: {},
  create({ known, cutoffs }) {
    if (known === undefined) throw new RangeError("static: the true laws must be given as `known`");
    const { arm, cutoff } = optimal(known, allowed(cutoffs));
    if (cutoff === 0) {
      throw new RangeError(
        `static: a best cutoff must exist, but ever shorter ones of ${known[arm].name} earn ever more; give a list`,
      );
    }
    return always({ arm, cutoff });
  },
});

function always(decision: Decision): Learner {
  return { decide: () => decision, observe() {}, save: () => ({}) };
}

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
