import { geometricMultiplier, lubyMultiplier } from "../../problem/schedule.ts";
import { armOption, checkArm, type OptionValues } from "../definition/options.ts";
import { definePolicy, type Learner, type PolicySetup } from "../definition/policy.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";

const baseOption = { kind: "number", text: "the first cutoff", default: 1, above: 0, time: true } as const;

/** The paper does not say whether Luby's sequence begins again after a success (docs/errata.md#e20). */
const resetOption = {
  kind: "choice",
  text: "whether the sequence begins again after a completed trial",
  values: ["on", "off"],
  default: "on",
} as const;

type SequenceFields = { base: typeof baseOption; reset: typeof resetOption; arm: typeof armOption };

export const lubyPolicy = definePolicy({
  name: "luby",
  citation: "Luby, Sinclair and Zuckerman 1993, Optimal speedup of Las Vegas algorithms",
  summary: "The universal sequence 1, 1, 2, 1, 1, 2, 4, … times a base.",
  options: { base: baseOption, reset: resetOption, arm: armOption },
  schedule: "luby",
  plansRetries: true,
  create: (setup, options, saved) => sequenceLearner("luby", setup, options, lubyMultiplier, saved),
});

export const geometricPolicy = definePolicy({
  name: "geometric",
  citation: "Walsh 1999, Search in a small world",
  summary: "Each cutoff longer than the last by a constant ratio.",
  options: {
    base: baseOption,
    ratio: { kind: "number", text: "how much longer each cutoff is", default: 1.5, above: 1 },
    reset: resetOption,
    arm: armOption,
  },
  schedule: "geometric",
  plansRetries: true,
  create: (setup, options, saved) =>
    sequenceLearner(
      "geometric",
      setup,
      options,
      (attempt) => geometricMultiplier(attempt, options.ratio),
      saved,
    ),
});

/**
 * A policy that follows a fixed sequence of cutoffs and learns nothing. Where tasks are tried again, each task has the
 * sequence for itself: its a-th attempt gets base × multiplier(a).
 */
function sequenceLearner(
  policy: string,
  { arms, retries }: PolicySetup,
  { base, reset, arm: chosen }: OptionValues<SequenceFields>,
  multiplier: (attempt: number) => number,
  saved: unknown,
): Learner {
  const arm = checkArm(policy, chosen, arms);
  if (retries !== undefined) {
    return {
      decide: ({ attempt = 1 } = {}) => ({ arm, cutoff: base * multiplier(attempt), attempt }),
      observe() {},
      save: () => ({}),
    };
  }
  let attempt = saved === undefined ? 0 : savedNumber(policy, savedRecord(policy, saved).attempt, "attempt");
  return {
    decide: () => ({ arm, cutoff: base * multiplier(++attempt) }),
    observe(_decision, outcome) {
      if (reset === "on" && outcome.kind === "completed") attempt = 0;
    },
    save: () => ({ attempt }),
  };
}
