import type { Arm } from "../../problem/arm.ts";
import type { CutoffSet } from "../../problem/cutoffs.ts";
import type { Decision, Outcome, TaskName } from "../../problem/outcome.ts";
import type { ScheduleName } from "../../problem/schedule.ts";
import type { Xoshiro128 } from "../../random/random.ts";
import type { KnownArm } from "../../theory/known-arm.ts";
import type { OptionFields, OptionValues } from "./options.ts";

/** What a decision is for, where tasks are tried again. */
export interface DecisionContext {
  /** Tells this task from others that are tried meanwhile. */
  readonly task?: TaskName | undefined;
  /** Which attempt at the task it is, from 1; 1 if absent. */
  readonly attempt?: number | undefined;
}

/** Learns which arm to start and when to cut it off. */
export interface Policy {
  /** What to do next. Several decisions may be out at once. A policy in mode `abandon` ignores the context. */
  decide(context?: DecisionContext): Decision;
  /** Learns what came of a decision: in any order, late, or never. */
  observe(decision: Decision, outcome: Outcome): void;
  /**
   * The cutoff that a trial under way should have by now, from its start; at most `elapsed` if it should be cut at once.
   * Absent where a policy does not move the cutoffs of running trials.
   */
  reconsider?(decision: Decision, elapsed: number): number;
  /**
   * A number that changes when `reconsider` may move cutoffs that it left alone before. As long as it stays the same,
   * there is no need to ask for all running trials again. Absent where every observation may move them.
   */
  revision?(): number;
  /** All that was learned, as plain data that survives JSON; `restorePolicy` is its inverse. */
  snapshot(): PolicySnapshot;
}

/** What `restorePolicy` reads back. */
export interface PolicySnapshot {
  readonly version: 1;
  readonly policy: string;
  readonly arms: readonly string[];
  readonly cutoffs: readonly (number | "inf")[] | { readonly low: number; readonly high: number } | "auto";
  readonly resolution?: number;
  readonly horizon?: number;
  readonly firstCutoff?: number;
  readonly minCutoff?: number;
  /** Present in mode `retry`. */
  readonly schedule?: ScheduleName;
  readonly options: Readonly<Record<string, number | string>>;
  readonly random: readonly number[];
  readonly state: unknown;
}

/** The problem for which a policy is made. */
export interface PolicySetup {
  readonly arms: readonly Arm[];
  readonly cutoffs: CutoffSet;
  /** The time budget τ, where there is one. */
  readonly horizon?: number;
  /** The cutoff of the first trials while none has ended by itself, if the caller gave one. */
  readonly firstCutoff?: number;
  /** No trial is cut sooner, if the caller gave it. The caller enforces it; a policy may take it into account. */
  readonly minCutoff?: number;
  /** The schedule of the cutoffs within a task, in mode `retry`; absent in mode `abandon`. */
  readonly retries?: ScheduleName;
  readonly random: Xoshiro128;
  /** The true laws: for the oracle `static` only. */
  readonly known?: readonly KnownArm[];
}

/**
 * The inside of a policy. `makePolicy` has checked all arguments, so it only learns and decides; `save` gives its state
 * as plain data, from which its `create` can start again.
 */
export interface Learner {
  /** What to do next; asked again before the last outcome is known. In mode `retry` the context has the attempt. */
  decide(context?: DecisionContext): Decision;
  /** Learns from what came of a decision. */
  observe(decision: Decision, outcome: Outcome): void;
  /** The cutoff of a trial under way, by what is known now; without it, the one it began with. */
  reconsider?(decision: Decision, elapsed: number): number;
  /** Changes when `reconsider` may answer otherwise than before; without it, every observation may change that. */
  revision?(): number;
  /** The state as plain data that survives JSON; `create` gets it as `saved`. */
  save(): unknown;
}

/** An entry of the registry. */
export interface PolicyDefinition<Fields extends OptionFields = OptionFields> {
  readonly name: string;
  /** Who proposed it, where. */
  readonly citation: string;
  /** One sentence for a list of policies. */
  readonly summary: string;
  readonly options: Fields;
  /** Options that there were, with their defaults: refused, but for the default in a snapshot. */
  readonly removedOptions?: Readonly<Record<string, number | string>>;
  /** A learner for this problem, fresh or from what an earlier one saved. */
  create(setup: PolicySetup, options: OptionValues<Fields>, saved?: unknown): Learner;
  /** For a policy that is a sequence already: the only schedule it can have inside a task. */
  readonly schedule?: ScheduleName;
  /**
   * True if `create` makes a learner that decides for all attempts at a task where `setup.retries` is given. Otherwise
   * it is called twice there, for first and for later attempts, and its cutoff is the base of the schedule.
   */
  readonly plansRetries?: true;
  /** True if it uses `firstCutoff` of its setup for tasks that are tried again; if not, the caller must. */
  readonly knowsFirstCutoff?: true;
  /** True if what it cuts has failed, as far as it can tell: a cut then counts where failures are limited. */
  readonly cutsFail?: true;
}

/**
 * A policy of your own, for `makePolicy` and for experiments. It only keeps the types of the options together
 * with the code that reads them: what comes back is what was given.
 *
 * @example
 * ```ts
 * import { definePolicy, makePolicy } from "@mulligan/core/policies";
 *
 * const coin = definePolicy({
 *   name: "coin",
 *   citation: "nobody",
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
