import type { Outcome } from "@mulligan/core";
import { type PolicySnapshot, parsePolicy, policyNamed } from "@mulligan/core/policies";
import type { Xoshiro128 } from "@mulligan/core/random";
import type { Explanation, RefusalReason } from "@mulligan/core/runtime";
import { asUsage } from "../../shell/as-usage.ts";
import { callsDecider, type SavedCalls } from "./calls-decider.ts";
import {
  type Definition,
  newPolicy,
  type PolicyDefinition,
  type ProblemPolicy,
  restoredPolicy,
} from "./definition.ts";
import { type SavedStart, startFromAbove } from "./first-cutoffs.ts";
import type { Waiting } from "./outstanding.ts";
import type { Tries } from "./tries.ts";

/** Decides for a problem, and learns from what came of it. */
export interface Decider {
  decide(asked: Asked, at: number): Answer;
  /** Decides again what was decided before. Asking changes a decider; but what it answered then is what counts. */
  decideAgain(asked: Asked, at: number, made: Made): void;
  observe(number: number, decision: Waiting, told: Told, at: number): void;
  /** Nothing will be heard of this decision. */
  forget(number: number): void;
  /** What a call would do now, and why; of calls only. */
  explain?(at: number): Explanation;
  /** All that it knows, as plain data. */
  snapshot(): SavedDecider;
}

/** What one decision is asked for. */
export interface Asked {
  readonly task?: string | undefined;
  readonly attempt?: number | undefined;
  /** Of calls: the class of the call, and what is left of its time. */
  readonly key?: string | undefined;
  readonly remaining?: number | undefined;
}

/** A trial or an attempt to start or, of calls, why there is none; and the decisions whose attempts are to be cut. */
type Answer =
  | { readonly start: Start; readonly cut?: readonly number[] }
  | { readonly refused: RefusalReason; readonly wait: number; readonly cut: readonly number[] };

interface Start {
  readonly arm: number;
  readonly cutoff: number;
  readonly attempt?: number | undefined;
  readonly advice?: Advice;
}

/** What a call is told besides: when to ask again, and whether another attempt would be allowed now. */
export interface Advice {
  readonly askAfter: number;
  readonly retry?: boolean;
  readonly hedge?: boolean;
}

/** What was answered before. */
interface Made {
  readonly start: { readonly number: number; readonly arm: number; readonly cutoff: number } | undefined;
  readonly cut: readonly number[];
}

/** What came of a decision; of calls, how long its server asks to be left alone, and what the attempt cost. */
export interface Told {
  readonly outcome: Outcome;
  readonly retryAfter?: number | undefined;
  readonly cost?: number | undefined;
}

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
export function deciderOf(definition: Definition, parts: DeciderParts): Decider {
  return asUsage(() => {
    if (definition.kind === undefined) return byPolicy(policyOf(definition, parts));
    return callsDecider(definition, parts.saved as SavedCalls | undefined);
  });
}

function byPolicy(
  policy: Pick<ProblemPolicy, "decide" | "observe"> & { snapshot(): PolicySnapshot | SavedStart },
): Decider {
  const decide = ({ attempt = 1, task }: Asked) => policy.decide(attempt, task);
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
