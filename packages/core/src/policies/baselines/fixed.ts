import { armOption, checkArm } from "../definition/arm-option.ts";
import { definePolicy } from "../definition/policy.ts";
import { nothingLearned } from "./nothing-learned.ts";

export const fixed = definePolicy({
  name: "fixed",
  citation: "Common practice: a timeout that somebody guessed",
  summary: "Always the same cutoff.",
  options: { cutoff: { kind: "number", text: "the cutoff", required: true, above: 0 }, arm: armOption },
  create({ arms }, { cutoff, arm }) {
    const decision = { arm: checkArm("fixed", arm, arms), cutoff };
    return { decide: () => decision, observe() {}, save: () => ({}) };
  },
  addsUp: () => nothingLearned,
});
