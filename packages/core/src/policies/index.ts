/** @mulligan/core/policies: Every policy, how to make one, and what a policy of your own needs. */

export type {
  OptionField,
  OptionFields,
  OptionValue,
  OptionValues,
} from "./definition/options.ts";
export {
  type DecisionContext,
  definePolicy,
  type Learner,
  type Policy,
  type PolicyDefinition,
  type PolicySetup,
  type PolicySnapshot,
} from "./definition/policy.ts";
export {
  type ArmGiven,
  makePolicy,
  type PolicyRequest,
  type RestoreRequest,
  restorePolicy,
} from "./make-policy.ts";
export { parsePolicy, policies, policyNamed } from "./registry.ts";
