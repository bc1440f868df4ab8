import type { PolicyProblemDefinition } from "../../src/serve/problem/definition.ts";

/** A problem with two arms, unless told otherwise. */
export function definition(given: Partial<PolicyProblemDefinition> = {}): PolicyProblemDefinition {
  return {
    name: "test",
    arms: [{ name: "a" }, { name: "b" }],
    policy: "km-ts",
    cutoffs: "auto",
    resetting: "measured",
    mode: "abandon",
    seed: 1,
    ...given,
  };
}
