/** @mulligan/core/policies: Every policy, the door to them, and what a policy of your own needs. */

export type { OptionField, OptionFields, OptionValue, OptionValues } from "./definition/options.ts";
export {
  definePolicy,
  type Learner,
  type Policy,
  type PolicyDefinition,
  type PolicySetup,
  type PolicySnapshot,
  type SummedSetup,
  type SummedState,
  type TaskLearner,
  type TaskPolicy,
} from "./definition/policy.ts";
export {
  type ArmGiven,
  makePolicy,
  makeTaskPolicy,
  type PolicyRequest,
  type RestoreRequest,
  restorePolicy,
  restoreTaskPolicy,
} from "./make-policy.ts";
export { parsePolicy } from "./parse-policy.ts";
export { policies, policyNamed } from "./registry.ts";
export { type SummedPolicy, type SummedRequest, summable, summedPolicy } from "./summed-policy.ts";
