import type { Arm } from "../../problem/arm.ts";
import type { CutoffSet } from "../../problem/cutoffs.ts";
import type { Decision, Outcome, TaskName } from "../../problem/outcome.ts";
import type { ScheduleName } from "../../problem/schedule.ts";
import type { Xoshiro128 } from "../../random/random.ts";
import type { KnownArm } from "../../theory/known-arm.ts";
import type { OptionFields, OptionValues } from "./options.ts";

/** The task and the attempt that a decision is for, where tasks are tried again. */
export interface DecisionContext {
  /** Identifies the task among those that are tried meanwhile. */
  readonly task?: TaskName | undefined;
  /** The number of the attempt at the task, from 1; 1 if absent. */
  readonly attempt?: number | undefined;
}

/** Learns which arm to start and when to cut it off. */
export interface Policy {
  /**
   * Decides which arm to start next, and with which cutoff. Several decisions may be out at once. A policy in mode
   * `abandon` ignores the context.
   */
  decide(context?: DecisionContext): Decision;
  /** Learns from the outcome of a decision. Outcomes may come in any order, late, or never. */
  observe(decision: Decision, outcome: Outcome): void;
  /**
   * Returns the cutoff that a running trial should have now, measured from its start; at most `elapsed` if it should be
   * cut at once. Absent if the policy does not move the cutoffs of running trials.
   */
  reconsider?(decision: Decision, elapsed: number): number;
  /**
   * Returns a number that changes when `reconsider` may move cutoffs that it left alone before. While it stays the
   * same, running trials need not be reconsidered. Absent if every observation may move them.
   */
  revision?(): number;
  /** Returns everything learned as plain data that survives JSON; `restorePolicy` is its inverse. */
  snapshot(): PolicySnapshot;
}

/** The plain data from which `restorePolicy` makes the policy again. */
export interface PolicySnapshot {
  readonly version: 1;
  /** The name of the policy. */
  readonly policy: string;
  /** The names of the arms. */
  readonly arms: readonly string[];
  readonly cutoffs: readonly (number | "inf")[] | { readonly low: number; readonly high: number } | "auto";
  readonly resolution?: number;
  readonly horizon?: number;
  readonly firstCutoff?: number;
  readonly minCutoff?: number;
  /** Present in mode `retry`. */
  readonly schedule?: ScheduleName;
  /** All options, with the defaults filled in. */
  readonly options: Readonly<Record<string, number | string>>;
  /** The state of the generator. */
  readonly random: readonly number[];
  /** The state of the learner, as `save` returned it. */
  readonly state: unknown;
}

/** The problem for which a policy is made. */
export interface PolicySetup {
  readonly arms: readonly Arm[];
  /** The cutoffs that are allowed. */
  readonly cutoffs: CutoffSet;
  /** The time budget τ, if there is one. */
  readonly horizon?: number;
  /** The cutoff of the first trials until one has ended by itself, if the caller gave one. */
  readonly firstCutoff?: number;
  /** The least cutoff, if the caller gave one. The caller enforces it; a policy may take it into account. */
  readonly minCutoff?: number;
  /** The schedule of the cutoffs within a task, in mode `retry`; absent in mode `abandon`. */
  readonly retries?: ScheduleName;
  /** The only source of randomness, so that the same seed gives the same decisions. */
  readonly random: Xoshiro128;
  /** The true laws: for the oracle `static` only. */
  readonly known?: readonly KnownArm[];
}

/**
 * The core of a policy. `makePolicy` has checked all arguments. `save` returns the state as plain data, from which
 * `create` can start again.
 */
export interface Learner {
  /**
   * Decides which arm to start next, possibly before the last outcome is known. In mode `retry` the context has the
   * attempt.
   */
  decide(context?: DecisionContext): Decision;
  /** Learns from the outcome of a decision. */
  observe(decision: Decision, outcome: Outcome): void;
  /** Returns the cutoff that a running trial should have now. Without this method the first cutoff holds. */
  reconsider?(decision: Decision, elapsed: number): number;
  /**
   * Returns a number that changes when `reconsider` may answer differently. Without this method every observation may
   * change the answers.
   */
  revision?(): number;
  /** Returns the state as plain data that survives JSON; `create` gets it as `saved`. */
  save(): unknown;
}

/** The definition of a policy: an entry of the registry, or one of your own. */
export interface PolicyDefinition<Fields extends OptionFields = OptionFields> {
  /** The name in `--policy` and in snapshots. */
  readonly name: string;
  /** The source: authors, year and title. */
  readonly citation: string;
  /** One sentence for a list of policies. */
  readonly summary: string;
  /** The options, from which checks, help and defaults are made. */
  readonly options: Fields;
  /** Nothing reads this: it goes with the last definition that has it, `km-ts`. */
  readonly removedOptions?: Readonly<Record<string, number | string>>;
  /** Makes a learner for this problem, new or from the saved state of an earlier one. */
  create(setup: PolicySetup, options: OptionValues<Fields>, saved?: unknown): Learner;
  /** The only schedule that a policy allows inside a task, if it is a sequence itself. */
  readonly schedule?: ScheduleName;
  /**
   * True if one learner of `create` decides for all attempts at a task where `setup.retries` is given. Otherwise
   * `create` is called twice there, for first and for later attempts, and the learner's cutoff is the base of the
   * schedule.
   */
  readonly plansRetries?: true;
  /**
   * True if the policy uses `firstCutoff` of its setup for tasks that are tried again. Otherwise the caller must apply
   * it.
   */
  readonly knowsFirstCutoff?: true;
  /**
   * True if trials that the policy cuts have failed, as far as it can tell. A cut then counts where failures are
   * limited.
   */
  readonly cutsFail?: true;
}

/**
 * Defines a policy of your own, for `makePolicy` and for experiments. It returns its argument; it only ties the types
 * of the options to the code that reads them.
 *
 * @example
 * ```ts
 * import { definePolicy, makePolicy } from "@mulligan/core/policies";
 *
 * const coin = definePolicy({
 *   name: "coin",
 *   citation: "an example",
 *   summary: "a random arm, always cut at the same time",
 *   options: { cutoff: { kind: "number", text: "when to cut", required: true, above: 0 } },
 *   create: ({ arms, random }, { cutoff }) => ({
 *     decide: () => ({ arm: Math.floor(random.uniform() * arms.length), cutoff }),
 *     observe() {},
 *     save: () => null,
 *   }),
 * });
 * const policy = makePolicy(coin, { arms: ["heads", "tails"], options: { cutoff: 7 } });
 * console.log(policy.decide().cutoff); // → 7
 * ```
 */
export function definePolicy<const Fields extends OptionFields>(
  definition: PolicyDefinition<Fields>,
): PolicyDefinition<Fields> {
  return definition;
}
