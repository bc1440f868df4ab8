import { lubyMultiplier } from "../../problem/schedule.ts";
import { armOption } from "../definition/arm-option.ts";
import { definePolicy } from "../definition/policy.ts";
import { nothingLearned } from "./nothing-learned.ts";
import { baseOption, resetOption, sequenceLearner } from "./sequence.ts";

export const luby = definePolicy({
  name: "luby",
  citation: "Luby, Sinclair and Zuckerman 1993, Optimal speedup of Las Vegas algorithms",
  summary: "The universal sequence 1, 1, 2, 1, 1, 2, 4, … times a base.",
  options: { base: baseOption, reset: resetOption, arm: armOption },
  schedule: "luby",
  plansRetries: true,
  create: (setup, options, saved) => sequenceLearner("luby", setup, options, lubyMultiplier, saved),
  addsUp: () => nothingLearned,
});
