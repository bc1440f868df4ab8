import { armOption } from "../definition/arm-option.ts";
import { definePolicy } from "../definition/policy.ts";
import { afterOption, percentileLearner } from "./percentile-learner.ts";

export const quantile = definePolicy({
  name: "quantile",
  citation: "Common practice: a p95 or p99 timeout",
  summary: "A percentile of the completion times so far.",
  options: {
    p: {
      kind: "number",
      text: "the share of completions that the cutoff lets through",
      default: 0.95,
      above: 0,
      atMost: 1,
    },
    after: afterOption,
    arm: armOption,
  },
  create: (setup, options, saved) =>
    percentileLearner("quantile", setup, options, { percentile: options.p, multiple: 1 }, saved),
});
