import { describe } from "vitest";
import { rewardOne } from "../../../src/distributions/joint-law.ts";
import { lognormal } from "../../../src/distributions/lognormal.ts";
import { policies } from "../../../src/policies/registry.ts";
import { MAX_TIME, MIN_TIME } from "../../../src/problem/trial-limits.ts";
import { knownArm } from "../../../src/theory/known-arm.ts";
import { testCorners } from "../../policies/policy-corners.ts";

/*
 * The corners of `describePolicy` with 10⁴ observations, on the widest cutoffs that each policy takes, and with as many
 * arms as a service allows.
 */

const known = [knownArm(rewardOne(lognormal(1, 1)), { name: "a" })];
const LIST = [MIN_TIME, 1e-3, 1, 1e3, MAX_TIME];
const GROWING = ["km-ts", "hidden-types", "km-ucb", "imed"];

describe.each(policies.map(({ name }) => name))("%s", (name) => {
  const request = {
    cutoffs: name === "ucb-rc" ? "1e-15..1e15" : LIST,
    ...(name === "fixed" ? { options: { cutoff: MAX_TIME } } : {}),
  };
  testCorners(name, { request, known, arms: 3, observations: 10_000, saveEach: 100 });
  testCorners(name, { request, known, arms: 64, observations: 200, saveEach: 100 });
  if (!GROWING.includes(name)) return;
  const fine = { cutoffs: { kind: "auto", resolution: MIN_TIME } } as const;
  testCorners(name, { request: fine, known, arms: 3, observations: 2_000, saveEach: 100 });
});
