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
  staticOptimal,
  fixed,
  never,
  luby,
  geometric,
  percentOfMedian,
  quantile,
];

/** Policies that there were, and what to do instead. Options that there were stand with their policy. */
const REMOVED: Readonly<Record<string, string>> = {
  "km-calls": "start anew with km-ts, or use mulligan() for calls to servers",
};

export function isRemoved(name: string): boolean {
  return Object.hasOwn(REMOVED, name);
}

export function isRegistered(name: string): boolean {
  return policies.some((policy) => policy.name === name);
}

/** The policy of that name; an unknown one is refused, with the nearest that exists. */
export function policyNamed(name: string): PolicyDefinition {
  const found = policies.find((policy) => policy.name === name);
  if (found) return found;
  if (isRemoved(name)) {
    throw new RangeError(`the policy ${name} was removed; ${REMOVED[name]}`);
  }
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
