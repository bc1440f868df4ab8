import type { PolicyDefinition } from "../policies/definition/policy.ts";
import { definitionOf } from "../policies/registry.ts";
import type { CutoffSet } from "../problem/cutoffs.ts";

interface ContestantSetting {
  /** What its rows will carry; by default the policy's name. */
  readonly label?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Its own cutoffs, where they differ from the experiment's. */
  readonly cutoffs?: CutoffSet | string;
}

/** A policy of the registry with its options. */
export interface NamedContestant extends ContestantSetting {
  readonly name: string;
}

/** A policy of one's own, as `definePolicy` gives it, with its options. */
export interface DefinedContestant extends ContestantSetting {
  readonly definition: PolicyDefinition;
}

/** A policy that takes part: one of ours by its name, or one of your own by its definition. */
export type Contestant = NamedContestant | DefinedContestant;

/** The definition that it names or brings. */
export function policyOf(contestant: Contestant): PolicyDefinition {
  return definitionOf("experiment", "definition" in contestant ? contestant.definition : contestant.name);
}

/** What its rows carry, and its own draws go by. */
export function labelOf(contestant: Contestant): string {
  return contestant.label ?? policyOf(contestant).name;
}
