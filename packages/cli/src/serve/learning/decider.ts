import { type PolicySnapshot, parsePolicy, policyNamed, RemovedError } from "@mulligan/core/policies";
import type { Xoshiro128 } from "@mulligan/core/random";
import { asUsage, UsageError } from "../../shell/usage-error.ts";
import { callsDecider, type SavedCalls } from "./calls-decider.ts";
import type { Asked, Decider } from "./deciding.ts";
import {
  type Definition,
  newPolicy,
  type PolicyDefinition,
  type ProblemPolicy,
  restoredPolicy,
} from "./definition.ts";
import { type SavedStart, startFromAbove } from "./first-cutoffs.ts";
import type { Tries } from "./tries.ts";

export type SavedDecider = PolicySnapshot | SavedStart | SavedCalls;

interface DeciderParts {
  /** What an earlier one saved. */
  readonly saved: SavedDecider | undefined;
  /** The latest tries of the problem. */
  readonly tries: Tries;
  /** What the policy draws from, if not from the seed of the definition. */
  readonly random: Xoshiro128 | undefined;
}

/** What decides for a problem, new or from what was saved; what cannot be is a mistake of the problem's maker. */
export function deciderOf(definition: Definition, parts: DeciderParts): Decider<SavedDecider> {
  return asUsage(() => {
    if (definition.kind !== undefined) return callsDecider(definition, parts.saved as SavedCalls | undefined);
    try {
      return byPolicy(policyOf(definition, parts));
    } catch (error) {
      if (error instanceof RemovedError) return removedDecider(error.message, parts.saved);
      throw error;
    }
  });
}

/** For a problem of an earlier version whose policy there is no more: it can be looked at, but decides nothing. */
function removedDecider(removed: string, saved: SavedDecider | undefined): Decider<SavedDecider> {
  return {
    removed,
    decide() {
      throw new UsageError(removed);
    },
    decideAgain() {},
    observe() {},
    forget() {},
    snapshot: () => saved as SavedDecider,
  };
}

function byPolicy(
  policy: Pick<ProblemPolicy, "decide" | "observe"> & { snapshot(): PolicySnapshot | SavedStart },
): Decider<PolicySnapshot | SavedStart> {
  const decide = ({ attempt = 1, task }: Asked) => policy.decide({ attempt, task });
  return {
    decide: (asked) => ({ start: { ...decide(asked), attempt: asked.attempt } }),
    decideAgain: (asked) => void decide(asked),
    observe: (_, decision, { outcome }) => policy.observe(decision, outcome),
    forget() {},
    snapshot: () => policy.snapshot(),
  };
}

function policyOf(definition: PolicyDefinition, { saved, tries, random }: DeciderParts) {
  const restore = (snapshot: PolicySnapshot) => restoredPolicy(definition, snapshot, random);
  const known = saved as PolicySnapshot | SavedStart | undefined;
  if (known !== undefined && !("start" in known)) return restore(known);
  // Made in any case, since it refuses what cannot be.
  const policy = newPolicy(definition, random);
  if (!startsFromAbove(definition)) return policy;
  const make = (resolution: number) => newPolicy({ ...definition, resolution }, random);
  return startFromAbove(definition.arms.length, { make, restore }, tries, known);
}

/** Whether the scale of the cutoffs must be found. The baselines, which play one arm, have their own way to a cutoff. */
function startsFromAbove({ cutoffs, resolution, policy }: PolicyDefinition): boolean {
  const { options } = policyNamed(parsePolicy(policy).name);
  return cutoffs === "auto" && resolution === undefined && !("arm" in options);
}
