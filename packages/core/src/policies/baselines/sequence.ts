import { type armOption, checkArm } from "../definition/arm-option.ts";
import type { OptionValues } from "../definition/options.ts";
import type { Learner, PolicySetup } from "../definition/policy.ts";
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

/**
 * A policy that follows a fixed sequence of cutoffs and learns nothing. Where tasks are tried again, each task has the
 * sequence for itself: its a-th attempt gets base × multiplier(a).
 */
export function sequenceLearner(
  policy: string,
  { arms, retries }: PolicySetup,
  { base, reset, arm: chosen }: OptionValues<SequenceFields>,
  multiplier: (attempt: number) => number,
  saved: unknown,
): Learner {
  const arm = checkArm(policy, chosen, arms);
  if (retries !== undefined) {
    return {
      decide: ({ attempt = 1 } = {}) => ({ arm, cutoff: base * multiplier(attempt), attempt }),
      observe() {},
      save: () => ({}),
    };
  }
  let attempt = saved === undefined ? 0 : savedNumber(policy, savedRecord(policy, saved).attempt, "attempt");
  return {
    decide: () => ({ arm, cutoff: base * multiplier(++attempt) }),
    observe(_decision, outcome) {
      if (reset === "on" && outcome.kind === "completed") attempt = 0;
    },
    save: () => ({ attempt }),
  };
}
