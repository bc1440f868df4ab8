import { geometricMultiplier } from "../../problem/schedule.ts";
import { armOption } from "../definition/arm-option.ts";
import { definePolicy } from "../definition/policy.ts";
import { nothingLearned } from "./nothing-learned.ts";
import { baseOption, resetOption, sequenceLearner } from "./sequence.ts";

export const geometric = definePolicy({
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
  addsUp: () => nothingLearned,
});
