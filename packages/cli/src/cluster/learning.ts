import { cutoffDocument, type Learning, learningPolicy } from "@mulligan/cluster";
import { asUsage } from "../shell/usage-error.ts";
import type { TaskPolicySetup } from "../tasks/task-policy.ts";

/** What is used with a cluster where the user names no policy: the default of `run` and `sat` does not add up. */
export const CLUSTER_POLICY = "km-ts";

/** How all workers learn together; refused, with the reason, where the policy's statistics do not add up. */
export function learningOf({ mode, schedule, parts }: TaskPolicySetup): Learning {
  const { policy, options, arms, cutoffs, horizon, requested } = parts;
  const { first, least } = requested;
  const learning: Learning = {
    policy,
    options,
    arms: [...arms],
    cutoffs: cutoffDocument(cutoffs),
    ...(mode === "retry" ? { schedule } : {}),
    ...(horizon === undefined ? {} : { horizon }),
    ...(first === undefined ? {} : { firstCutoff: first }),
    ...(least === undefined ? {} : { minCutoff: least }),
    resets: "measured",
  };
  asUsage(() => learningPolicy(learning, 0));
  return learning;
}
