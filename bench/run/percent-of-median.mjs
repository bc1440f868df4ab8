import { definePolicy } from "@mulligan/core/policies";
import { TimeHistogram } from "@mulligan/core/statistics";

/** What `parallel --timeout 200%` does: after three completions, twice their median, for first and later attempts alike. */
export const percentOfMedian = definePolicy({
  name: "percent-of-median",
  citation: "Tange, GNU parallel, --timeout 200%",
  summary: "Twice the median of the completion times so far.",
  options: { arm: { kind: "number", text: "index of the arm", default: 0, atLeast: 0, integer: true } },
  create(_setup, { arm }) {
    const completions = new TimeHistogram();
    return {
      decide: () => ({ arm, cutoff: completions.count < 3 ? Infinity : 2 * completions.quantile(0.5) }),
      observe(_decision, outcome) {
        if (outcome.kind === "completed") completions.observe(outcome);
      },
      save: () => ({}),
    };
  },
});
