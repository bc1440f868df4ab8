import { nearestHint } from "../distributions/nearest-name.ts";
import { bts } from "./bts.ts";
import { fixed } from "./fixed.ts";
import { geometric } from "./geometric.ts";
import { imed } from "./imed.ts";
import { kmTs } from "./km-ts.ts";
import { kmUcb } from "./km-ucb.ts";
import { luby } from "./luby.ts";
import { never } from "./never.ts";
import { percentOfMedian } from "./percent-of-median.ts";
import type { PolicyDefinition } from "./policy.ts";
import { quantile } from "./quantile.ts";
import { staticOptimal } from "./static.ts";
import { ucbRb } from "./ucb-rb.ts";
import { ucbRc } from "./ucb-rc.ts";
import { ucbRm } from "./ucb-rm.ts";

/** Every policy, with its name, citation, options and factory; the default first. */
export const policies: readonly PolicyDefinition[] = [
  kmTs,
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
] as readonly PolicyDefinition[];

export function policyNamed(name: string): PolicyDefinition {
  const found = policies.find((policy) => policy.name === name);
  if (found) return found;
  const names = policies.map((policy) => policy.name);
  throw new RangeError(
    `unknown policy ${JSON.stringify(name)}: expected one of ${names.join(", ")}${nearestHint(name, names)}`,
  );
}
