import { nearestHint } from "../distributions/notation.ts";
import { fixed } from "./baselines/fixed.ts";
import { geometric } from "./baselines/geometric.ts";
import { luby } from "./baselines/luby.ts";
import { never } from "./baselines/never.ts";
import { percentOfMedian } from "./baselines/percent-of-median.ts";
import { quantile } from "./baselines/quantile.ts";
import { staticOptimal } from "./baselines/static.ts";
import type { PolicyDefinition } from "./definition/policy.ts";
import { bts } from "./means/bts.ts";
import { ucbRb } from "./means/ucb-rb.ts";
import { ucbRc } from "./means/ucb-rc.ts";
import { ucbRm } from "./means/ucb-rm.ts";
import { imed } from "./product-limit/imed.ts";
import { kmCalls } from "./product-limit/km-calls.ts";
import { kmTs } from "./product-limit/km-ts.ts";
import { kmUcb } from "./product-limit/km-ucb.ts";
import { hiddenTypes } from "./types/hidden-types.ts";

/** Every policy, with its name, citation, options and factory; the default first. */
export const policies: readonly PolicyDefinition[] = [
  kmTs,
  hiddenTypes,
  kmUcb,
  ucbRb,
  ucbRm,
  ucbRc,
  imed,
  bts,
  kmCalls,
  staticOptimal,
  fixed,
  never,
  luby,
  geometric,
  percentOfMedian,
  quantile,
];

export function isRegistered(name: string): boolean {
  return policies.some((policy) => policy.name === name);
}

/** The policy of that name; an unknown one is refused, with the nearest that exists. */
export function policyNamed(name: string): PolicyDefinition {
  const found = policies.find((policy) => policy.name === name);
  if (found) return found;
  const names = policies.map((policy) => policy.name);
  throw new RangeError(
    `unknown policy ${JSON.stringify(name)}: expected one of ${names.join(", ")}${nearestHint(name, names)}`,
  );
}

/** The definition that a name stands for, or one of the caller's own, whose name must not be taken. */
export function definitionOf(where: string, policy: string | PolicyDefinition): PolicyDefinition {
  if (typeof policy === "string") return policyNamed(policy);
  const { name, options, create } = policy ?? {};
  if (
    typeof name !== "string" ||
    name === "" ||
    typeof create !== "function" ||
    typeof options !== "object"
  ) {
    throw new TypeError(
      `${where}: the policy must be a name or a definition with name, options and create, got ${String(policy)}`,
    );
  }
  if (isRegistered(name) && policyNamed(name) !== policy) {
    throw new RangeError(
      `${where}: the name ${JSON.stringify(name)} is taken by a policy of the registry; choose another`,
    );
  }
  return policy;
}
