import { lubyMultiplier } from "../../problem/schedule.ts";
import { armOption, checkArm } from "../definition/options.ts";
import { definePolicy } from "../definition/policy.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";

/** Learns nothing. Where tasks are tried again, each has the sequence for itself. */
export const lubyPolicy = definePolicy({
  name: "luby",
  citation: "Luby, Sinclair and Zuckerman 1993, Optimal speedup of Las Vegas algorithms",
  summary: "The universal sequence 1, 1, 2, 1, 1, 2, 4, … times a base.",
  options: {
    base: { kind: "number", text: "the first cutoff", default: 1, above: 0, time: true },
    // The paper does not say which (docs/errata.md#e20).
    reset: {
      kind: "choice",
      text: "whether the sequence begins again after a completed trial",
      values: ["on", "off"],
      default: "on",
    },
    arm: armOption,
  },
  schedule: "luby",
  plansRetries: true,
  create({ arms, retries }, { base, reset, arm: chosen }, saved) {
    const arm = checkArm("luby", chosen, arms);
    if (retries !== undefined) {
      return {
        decide: ({ attempt = 1 } = {}) => ({ arm, cutoff: base * lubyMultiplier(attempt), attempt }),
        observe() {},
        save: () => ({}),
      };
    }
    let attempt =
      saved === undefined ? 0 : savedNumber("luby", savedRecord("luby", saved).attempt, "attempt");
    return {
      decide: () => ({ arm, cutoff: base * lubyMultiplier(++attempt) }),
      observe(_decision, outcome) {
        if (reset === "on" && outcome.kind === "completed") attempt = 0;
      },
      save: () => ({ attempt }),
    };
  },
});
