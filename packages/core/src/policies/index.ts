/** @mulligan/core/policies: Every policy, how to make one, and what a policy of your own needs. */

export { beyondLongest } from "./baselines/beyond-longest.ts";

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
export { makePolicy, restorePolicy } from "./make-policy.ts";
export {
  type ArmGiven,
  newPolicy,
  type PolicyRequest,
  type RestoreRequest,
  resumePolicy,
} from "./new-policy.ts";
export { kmTs } from "./product-limit/km-ts.ts";
export { parsePolicy, policies, policyNamed } from "./registry.ts";
export { hiddenTypes } from "./types/hidden-types.ts";
