import { TimeHistogram } from "../../statistics/time-histogram.ts";
import { armOption, checkArm } from "../definition/options.ts";
import { definePolicy } from "../definition/policy.ts";
import { savedNumbers, savedRecord } from "../definition/saved-state.ts";

export const quantile = definePolicy({
  name: "quantile",
  citation: "Common practice: a p95 or p99 timeout",
  summary: "A percentile of the completion times so far, cuts not counted.",
  options: {
    p: {
      kind: "number",
      text: "the share of completions that the cutoff lets through",
      default: 0.95,
      above: 0,
      atMost: 1,
    },
    after: {
      kind: "number",
      text: "completions before the first cut; until then no cutoff",
      default: 3,
      atLeast: 1,
      integer: true,
    },
    arm: armOption,
  },
  create({ arms }, { p, after, arm: chosen }, saved) {
    const arm = checkArm("quantile", chosen, arms);
    const completions =
      saved === undefined
        ? new TimeHistogram()
        : TimeHistogram.loadCompletions(
            savedNumbers("quantile", savedRecord("quantile", saved).completions, "completions"),
          );
    return {
      decide() {
        const cutoff = completions.count < after ? Infinity : completions.quantile(p);
        return { arm, cutoff: cutoff > 0 ? cutoff : Infinity };
      },
      observe(decision, outcome) {
        if (decision.arm === arm && outcome.kind === "completed") completions.observe(outcome);
      },
      save: () => ({ completions: completions.saveCompletions() }),
    };
  },
});
