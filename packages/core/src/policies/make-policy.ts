import type { Policy, PolicyDefinition, PolicySnapshot } from "./definition/policy.ts";
import {
  checkVersion,
  newPolicy,
  type PolicyRequest,
  type RestoreRequest,
  resumePolicy,
} from "./new-policy.ts";
import { definitionOf, isRegistered, policyNamed } from "./registry.ts";

/**
 * Makes a policy: by its name (`km-ts` if nothing is known), or from the definition that `definePolicy` returned. All
 * arguments are checked here; later errors leave the policy unchanged.
 *
 * In mode `retry` it decides for tasks that are tried again until they are done. The a-th attempt gets base ×
 * multiplier(a) of the schedule, and the base is learned.
 *
 * @example
 * ```ts
 * import { makePolicy } from "@mulligan/core";
 *
 * const policy = makePolicy("km-ts", { arms: ["steady", "lucky"], seed: 1 });
 * for (let i = 0; i < 2_000; i++) {
 *   const decision = policy.decide(); // { arm, cutoff }
 *   const time = decision.arm === 0 ? 6 : i % 3 === 0 ? 1 : 1000; // stands in for the real thing
 *   if (time <= decision.cutoff) policy.observe(decision, { kind: "completed", time, reward: 1 });
 *   else policy.observe(decision, { kind: "censored", time: decision.cutoff });
 * }
 * console.log(policy.decide().arm); // → 1
 * ```
 *
 * @example
 * ```ts
 * import { makePolicy } from "@mulligan/core";
 *
 * const policy = makePolicy("fixed", { arms: ["solver"], mode: "retry", options: { cutoff: 10 } });
 * const cutoffs = [1, 2, 3, 4, 5, 6, 7].map((attempt) => policy.decide({ attempt }).cutoff);
 * console.log(cutoffs.join(" ")); // → 10 10 20 10 10 20 40
 * ```
 */
export function makePolicy(policy: string | PolicyDefinition, request: PolicyRequest): Policy {
  return newPolicy(definitionOf("makePolicy", policy), request);
}

/**
 * Makes the policy again from which `snapshot` was taken, at the same point. A snapshot holds no functions: give arms
 * with a resetting time, the oracle's laws and the definition of a policy of your own again.
 *
 * @example
 * ```ts
 * import { makePolicy, restorePolicy } from "@mulligan/core";
 *
 * const policy = makePolicy("km-ts", { arms: ["job"], seed: 1 });
 * policy.observe(policy.decide(), { kind: "completed", time: 3, reward: 1 });
 * const saved = JSON.stringify(policy.snapshot()); // to a file, say
 * const again = restorePolicy(JSON.parse(saved));
 * console.log(again.decide().cutoff === policy.decide().cutoff); // → true
 * ```
 */
export function restorePolicy(snapshot: PolicySnapshot, given: RestoreRequest = {}): Policy {
  checkVersion(snapshot);
  return resumePolicy(savedDefinition(snapshot, given), snapshot, given);
}

function savedDefinition(snapshot: PolicySnapshot, { definition }: RestoreRequest): PolicyDefinition {
  if (definition !== undefined) {
    return definitionOf("restorePolicy", definition);
  }
  const { policy } = snapshot;
  if (isRegistered(policy)) return policyNamed(policy);
  throw new RangeError(
    `restorePolicy: the snapshot of ${JSON.stringify(policy)} needs a definition, since the registry has no such policy`,
  );
}
