import { type armOption, checkArm } from "../definition/arm-option.ts";
import type { OptionValues } from "../definition/options.ts";
import type { Learner, PolicySetup, TaskLearner } from "../definition/policy.ts";
import { savedNumber, savedRecord } from "../definition/saved-state.ts";

export const baseOption = { kind: "number", text: "the first cutoff", default: 1, above: 0 } as const;

/** The paper does not say whether Luby's sequence begins again after a success (docs/errata.md#e20). */
export const resetOption = {
  kind: "choice",
  text: "whether the sequence begins again after a completed trial",
  values: ["on", "off"],
  default: "on",
} as const;

type SequenceFields = { base: typeof baseOption; reset: typeof resetOption; arm: typeof armOption };

/** The same sequence inside each task: the a-th attempt gets base × multiplier(a). */
export function sequenceTaskLearner(
  policy: string,
  { arms }: PolicySetup,
  { base, arm: chosen }: OptionValues<SequenceFields>,
  multiplier: (attempt: number) => number,
): TaskLearner {
  const arm = checkArm(policy, chosen, arms);
  return {
    decide: (attempt) => ({ arm, cutoff: base * multiplier(attempt), attempt }),
    observe() {},
    save: () => ({}),
  };
}

/** A policy that follows a fixed sequence of cutoffs and learns nothing. */
export function sequenceLearner(
  policy: string,
  { arms }: PolicySetup,
  { base, reset, arm: chosen }: OptionValues<SequenceFields>,
  multiplier: (attempt: number) => number,
  saved: unknown,
): Learner {
  const arm = checkArm(policy, chosen, arms);
  let attempt = saved === undefined ? 0 : savedNumber(policy, savedRecord(policy, saved).attempt, "attempt");
  return {
    decide: () => ({ arm, cutoff: base * multiplier(++attempt) }),
    observe(_decision, outcome) {
      if (reset === "on" && outcome.kind === "completed") attempt = 0;
    },
    save: () => ({ attempt }),
  };
}
