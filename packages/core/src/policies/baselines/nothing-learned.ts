import type { SummedState } from "../definition/policy.ts";

/** Of a policy that decides the same whatever was seen: there is nothing to add up. A sequence goes on where it is. */
export const nothingLearned: SummedState = { increments: () => ({}), saved: () => undefined };
