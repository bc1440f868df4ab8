import { checkOutcome, type Decision, type Outcome } from "../problem/outcome.ts";
import {
  checkTicks,
  DEFAULT_TICKS_PER_UNIT,
  type Increments,
  onTicks,
  type Tally,
} from "../statistics/tally.ts";
import { checkOptions } from "./definition/options.ts";
import type { Policy, PolicyDefinition, SummedSetup, SummedState } from "./definition/policy.ts";
import { guardPolicy } from "./guard.ts";
import { type PolicyRequest, setupOf } from "./make-policy.ts";
import { definitionOf, policies } from "./registry.ts";

/** What is asked of a policy whose statistics are to add up. */
export interface SummedRequest extends PolicyRequest {
  /** Ticks in a unit of time, a power of two; 2¹⁰ if absent. Times are counted in whole ones. */
  readonly ticksPerUnit?: number;
}

/** A policy as a tally: for machines that learn together, of which none sees all trials. */
export interface SummedPolicy {
  /** The outcome as it is counted; a policy that is also told of it must be given this one. */
  onTicks(outcome: Outcome): Outcome;
  /** What a trial adds to the tally. */
  increments(decision: Decision, outcome: Outcome): Increments;
  /**
   * A policy that knows the trials of a tally, and goes on learning from those that it observes. `turn` shifts the order
   * in which it tries the arms while nothing is known, so that machines do not all begin with the same.
   */
  from(tally: Tally, turn?: number): Policy;
}

/**
 * A policy of the registry, or one of your own, whose statistics are sums. Increments that are added up in any order and
 * in any groups give the same policy, to the last bit. Refused, with the reason, where that cannot be.
 *
 * @example
 * ```ts
 * import { summedPolicy } from "@mulligan/core/policies";
 * import { Tally } from "@mulligan/core/statistics";
 *
 * const summed = summedPolicy("km-ts", { arms: ["solver"], schedule: "luby" });
 * const [east, west] = [new Tally(), new Tally()]; // two machines
 * east.add(summed.increments({ arm: 0, cutoff: 8, attempt: 1 }, { kind: "censored", time: 8 }));
 * west.add(summed.increments({ arm: 0, cutoff: 8, attempt: 1 }, { kind: "completed", time: 3, reward: 1 }));
 * east.merge(west);
 * console.log(summed.from(east).decide().arm); // → 0
 * ```
 */
export function summedPolicy(policy: string | PolicyDefinition, request: SummedRequest): SummedPolicy {
  const definition = definitionOf("summedPolicy", policy);
  const given = request.options ?? {};
  const ticks = checkTicks(request.ticksPerUnit ?? DEFAULT_TICKS_PER_UNIT);
  const setup: SummedSetup = { ...setupOf(definition, request), ticks };
  const state = stateOf(definition, given, setup);
  return {
    onTicks: (outcome) => onTicks(outcome, ticks),
    increments(decision, outcome) {
      checkOutcome(outcome);
      return state.increments(decision, onTicks(outcome, ticks));
    },
    from: (tally, turn = 0) => guardPolicy(definition, given, setup, state.saved(tally, turn)),
  };
}

/** Which policies of the registry can be summed, at least with their usual options. */
export function summable(): string[] {
  return policies.filter(({ addsUp }) => addsUp !== undefined).map(({ name }) => name);
}

function stateOf(
  definition: PolicyDefinition,
  given: Readonly<Record<string, unknown>>,
  setup: SummedSetup,
): SummedState {
  const { name, addsUp, plansRetries } = definition;
  const refuse = (why: string) => {
    throw new RangeError(`${name}: its statistics do not add up across machines: ${why}`);
  };
  if (addsUp === undefined) {
    return refuse(`what it learns depends on the order of the trials; use one of ${summable().join(", ")}`);
  }
  const options = checkOptions(definition, given);
  const state = addsUp.call(definition, setup, options);
  if (typeof state === "string") return refuse(state);
  return setup.retries === undefined || plansRetries ? state : inGroups(state);
}

/** As `retrying` keeps them: first attempts and later ones apart. */
function inGroups(state: SummedState): SummedState {
  return {
    increments(decision, outcome) {
      const group = (decision.attempt ?? 1) === 1 ? "1" : "2";
      const added = Object.entries(state.increments(decision, outcome));
      return Object.fromEntries(
        added.map(([name, amount]) => [
          name.startsWith("^") ? `^${group}|${name.slice(1)}` : `${group}|${name}`,
          amount,
        ]),
      );
    },
    saved: (tally, turn) => ({
      groups: ["1", "2"].map((group) => state.saved(tally.within(`${group}|`), turn)),
    }),
  };
}
