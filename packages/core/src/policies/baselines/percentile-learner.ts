import { TimeHistogram } from "../../statistics/time-histogram.ts";
import { type armOption, checkArm } from "../definition/arm-option.ts";
import type { OptionValues } from "../definition/options.ts";
import type { Learner, PolicySetup } from "../definition/policy.ts";
import { savedNumbers, savedRecord } from "../definition/saved-state.ts";

export const afterOption = {
  kind: "number",
  text: "completions before the first cut; until then no cutoff",
  default: 3,
  atLeast: 1,
  integer: true,
} as const;

/** A timeout that is some multiple of a percentile of the completions so far, cuts not counted. */
export function percentileLearner(
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
