import { armOption } from "../definition/arm-option.ts";
import { definePolicy } from "../definition/policy.ts";
import { afterOption, percentileLearner } from "./percentile-learner.ts";

export const percentOfMedian = definePolicy({
  name: "percent-of-median",
  citation: "Tange, GNU parallel, --timeout 200%",
  summary: "A percentage of the median completion time so far.",
  options: {
    percent: { kind: "number", text: "of the median", default: 200, above: 0 },
    after: afterOption,
    arm: armOption,
  },
  create: (setup, options, saved) =>
    percentileLearner(
      "percent-of-median",
      setup,
      options,
      { percentile: 0.5, multiple: options.percent / 100 },
      saved,
    ),
});
