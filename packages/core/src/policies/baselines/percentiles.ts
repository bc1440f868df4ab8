import { TimeHistogram } from "../../statistics/time-histogram.ts";
import { armOption, checkArm, type OptionValues } from "../definition/options.ts";
import { definePolicy, type Learner, type PolicySetup } from "../definition/policy.ts";
import { savedNumbers, savedRecord } from "../definition/saved-state.ts";

const afterOption = {
  kind: "number",
  text: "completions before the first cut; until then no cutoff",
  default: 3,
  atLeast: 1,
  integer: true,
} as const;

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

/** A timeout that is some multiple of a percentile of the completions so far, cuts not counted. */
function percentileLearner(
  policy: string,
  { arms }: PolicySetup,
  { arm: chosen, after }: OptionValues<{ arm: typeof armOption; after: typeof afterOption }>,
  { percentile, multiple }: { percentile: number; multiple: number },
  saved: unknown,
): Learner {
  const arm = checkArm(policy, chosen, arms);
  const completions =
    saved === undefined
      ? new TimeHistogram()
      : TimeHistogram.loadCompletions(
          savedNumbers(policy, savedRecord(policy, saved).completions, "completions"),
        );
  return {
    decide() {
      const cutoff = completions.count < after ? Infinity : multiple * completions.quantile(percentile);
      return { arm, cutoff: cutoff > 0 ? cutoff : Infinity };
    },
    observe(decision, outcome) {
      if (decision.arm === arm && outcome.kind === "completed") completions.observe(outcome);
    },
    save: () => ({ completions: completions.saveCompletions() }),
  };
}
