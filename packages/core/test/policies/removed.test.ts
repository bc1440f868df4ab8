import { expect, test } from "vitest";
import type { PolicySnapshot } from "../../src/policies/definition/policy.ts";
import { makePolicy, restorePolicy } from "../../src/policies/make-policy.ts";
import { parsePolicy } from "../../src/policies/registry.ts";

/** With options of an earlier version. */
const old: PolicySnapshot = {
  version: 1,
  policy: "km-ts",
  arms: ["a", "b"],
  cutoffs: [1, 2, 4],
  options: { strength: 2, tolerance: 0.005, tasks: "mixed", patience: 0, halfLife: 50 },
  random: [1, 2, 3, 4],
  state: {},
  schedule: "luby",
};

test("a policy or an option that was removed is refused in a sentence that says so", () => {
  const policy = "the policy km-calls was removed; make a new policy with km-ts";
  expect(() => makePolicy("km-calls", { arms: ["a"] })).toThrow(policy);
  expect(() => parsePolicy("km-calls:halfLife=3")).toThrow(policy);
  expect(() => restorePolicy({ ...old, policy: "km-calls" })).toThrow(policy);
  const option = /^km-ts: the option (tasks|patience) was removed; leave it out, and make a new policy/;
  expect(() => makePolicy("km-ts", { arms: ["a"], options: { patience: 2 } })).toThrow(option);
  expect(() => parsePolicy("km-ts:tasks=mixed")).toThrow(option);
  const alike = { ...old.options, tasks: "alike" };
  expect(() => restorePolicy({ ...old, options: alike })).toThrow("km-ts: the option tasks was removed");
});

test("a snapshot of fresh tasks, on which removed options had no effect, is restored", () => {
  const fresh = makePolicy("km-ts", { arms: ["a"], seed: 1 }).snapshot();
  const before = { ...fresh, options: { ...fresh.options, tasks: "family", patience: 3 } };
  expect(restorePolicy(before).snapshot()).toEqual(fresh);
});
