import { type PolicySnapshot, parsePolicy, policyNamed, type TaskPolicy } from "@mulligan/core/policies";
import type { Xoshiro128 } from "@mulligan/core/random";
import { asUsage } from "../../shell/as-usage.ts";
import { type Definition, newPolicy, restoredPolicy } from "./definition.ts";
import { type SavedStart, startFromAbove } from "./first-cutoffs.ts";
import type { Tries } from "./tries.ts";

/** Decides for a problem, and learns from what came of it. */
export interface Decider extends Pick<TaskPolicy, "decide" | "observe"> {
  /** All that it knows, as plain data. */
  snapshot(): SavedDecider;
}

export type SavedDecider = PolicySnapshot | SavedStart;

interface DeciderParts {
  /** What an earlier one saved. */
  readonly saved: SavedDecider | undefined;
  /** The latest tries of the problem. */
  readonly tries: Tries;
  /** What the policy draws from, if not from the seed of the definition. */
  readonly random: Xoshiro128 | undefined;
}

/** What decides for a problem, new or from what was saved; what cannot be is a mistake of the problem's maker. */
export function deciderOf(definition: Definition, { saved, tries, random }: DeciderParts): Decider {
  return asUsage(() => {
    const restore = (snapshot: PolicySnapshot) => restoredPolicy(definition, snapshot, random);
    if (saved !== undefined && !("start" in saved)) return restore(saved);
    // Made in any case, since it refuses what cannot be.
    const policy = newPolicy(definition, random);
    if (!startsFromAbove(definition)) return policy;
    const make = (resolution: number) => newPolicy({ ...definition, resolution }, random);
    return startFromAbove(definition.arms.length, { make, restore }, tries, saved);
  });
}

/** Whether the scale of the cutoffs must be found. The baselines, which play one arm, have their own way to a cutoff. */
function startsFromAbove({ cutoffs, resolution, policy }: Definition): boolean {
  const { options } = policyNamed(parsePolicy(policy).name);
  return cutoffs === "auto" && resolution === undefined && !("arm" in options);
}
