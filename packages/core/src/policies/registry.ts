import { nearestHint } from "../problem/nearest-name.ts";
import { beyondLongest } from "./baselines/beyond-longest.ts";
import { fixed, never, staticOptimal } from "./baselines/fixed-cutoffs.ts";
import { lubyPolicy } from "./baselines/luby.ts";
import { quantile } from "./baselines/quantile.ts";
import { checkOptions } from "./definition/options.ts";
import type { PolicyDefinition } from "./definition/policy.ts";
import { bts } from "./means/bts.ts";
import { ucbRb } from "./means/ucb-rb.ts";
import { ucbRc } from "./means/ucb-rc.ts";
import { ucbRm } from "./means/ucb-rm.ts";
import { imed } from "./product-limit/imed.ts";
import { kmTs } from "./product-limit/km-ts.ts";
import { kmUcb } from "./product-limit/km-ucb.ts";
import { hiddenTypes } from "./types/hidden-types.ts";

/** The registered policies with name, citation, options and factory; the default first. */
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
  lubyPolicy,
  quantile,
  beyondLongest,
];

export function isRegistered(name: string): boolean {
  return policies.some((policy) => policy.name === name);
}

/** Returns the policy of that name. Throws if there is none, and suggests the nearest name. */
export function policyNamed(name: string): PolicyDefinition {
  const found = policies.find((policy) => policy.name === name);
  if (found) return found;
  const names = policies.map((policy) => policy.name);
  throw new RangeError(
    `unknown policy ${JSON.stringify(name)}: expected one of ${names.join(", ")}${nearestHint(name, names)}`,
  );
}

/** Returns the definition for a name, or the given definition if its name is not taken. */
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

/**
 * Reads the notation of `--policy`: `NAME` or `NAME:option=value,…`. It checks the options but does not fill in
 * defaults.
 */
export function parsePolicy(text: string): { name: string; options: Record<string, number | string> } {
  const colon = text.indexOf(":");
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  const definition = policyNamed(name);
  const { options: fields } = definition;
  // A map, since `__proto__` would not become a property of an object that is made by assignments.
  const options = new Map<string, number | string>();
  const rest = colon < 0 ? "" : text.slice(colon + 1);
  for (const part of rest.split(",").filter((piece) => piece.trim() !== "")) {
    const equals = part.indexOf("=");
    if (equals < 0)
      throw new RangeError(`${name}: expected option=value, got ${JSON.stringify(part.trim())}`);
    const key = part.slice(0, equals).trim();
    const value = part.slice(equals + 1).trim();
    if (options.has(key)) throw new RangeError(`${name}: ${key} may be given once, got it twice`);
    const isNumber = Object.hasOwn(fields, key) && fields[key].kind === "number";
    options.set(key, isNumber ? toNumber(name, key, value) : value);
  }
  const given = Object.fromEntries(options);
  checkOptions(definition, given);
  return { name, options: given };
}

function toNumber(policy: string, option: string, text: string): number {
  if (text === "inf") return Infinity;
  if (text === "" || Number.isNaN(Number(text))) {
    throw new RangeError(`${policy}: ${option} must be a number, got ${JSON.stringify(text)}`);
  }
  return Number(text);
}
