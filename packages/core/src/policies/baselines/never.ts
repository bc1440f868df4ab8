import { armOption, checkArm } from "../definition/arm-option.ts";
import { definePolicy } from "../definition/policy.ts";
import { nothingLearned } from "./nothing-learned.ts";

export const never = definePolicy({
  name: "never",
  citation: "Common practice: no timeout at all",
  summary: "Waits for the end of every trial.",
  options: { arm: armOption },
  create({ arms }, { arm }) {
    const decision = { arm: checkArm("never", arm, arms), cutoff: Infinity };
    return { decide: () => decision, observe() {}, save: () => ({}) };
  },
  addsUp: () => nothingLearned,
});
