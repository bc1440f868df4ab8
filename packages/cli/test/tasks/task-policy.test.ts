import type { Decision, Policy } from "@mulligan/core";
import { policies } from "@mulligan/core/policies";
import { expect, test } from "vitest";
import { readCutoffBounds } from "../../src/tasks/cutoff-bounds.ts";
import { boundedPolicy, readPolicySetup } from "../../src/tasks/task-policy.ts";

/** Wants 10, and 40 on second thoughts. */
function tenThenForty() {
  const seen: Decision[] = [];
  const policy: Policy = {
    decide: ({ attempt = 1, task } = {}) => ({
      arm: 0,
      cutoff: 10,
      attempt,
      ...(task === undefined ? {} : { task }),
    }),
    reconsider: () => 40,
    observe: (decision) => void seen.push(decision),
    snapshot: () => expect.unreachable(),
  };
  return { policy, seen };
}
const bounds = { low: 0, high: Infinity, explore: 0, seed: 1 };
const cutAt = (time: number) => ({ kind: "censored", time }) as const;

test("no try is cut before the low bound or after the high one, at first or on second thoughts", () => {
  const policy = boundedPolicy(tenThenForty().policy, { ...bounds, low: 15 });
  expect(policy.decide({ attempt: 1, task: "a" }).cutoff).toBe(15);
  expect(policy.reconsider({ arm: 0, cutoff: 15 }, 5)).toBe(40);
  const later = boundedPolicy(tenThenForty().policy, { ...bounds, low: 50 });
  expect(later.reconsider({ arm: 0, cutoff: 50 }, 5)).toBe(50);
  const sooner = boundedPolicy(tenThenForty().policy, { ...bounds, high: 8 });
  expect(sooner.decide({ attempt: 1, task: "a" }).cutoff).toBe(8);
  expect(sooner.reconsider({ arm: 0, cutoff: 8 }, 5)).toBe(8);
});

test("a share of the tries is left uncut and marked; the same seed leaves the same ones, in whatever order", () => {
  const explored = (seed: number, names: readonly string[]) => {
    const policy = boundedPolicy(tenThenForty().policy, { ...bounds, explore: 0.25, seed });
    return names.filter((name) => {
      const decision = policy.decide({ attempt: 1, task: name });
      expect(decision.cutoff).toBe(decision.explored === true ? Infinity : 10);
      expect(policy.reconsider(decision, 1)).toBe(decision.explored === true ? Infinity : 40);
      return decision.explored === true;
    });
  };
  const names = Array.from({ length: 1_000 }, (_, i) => `task ${i}`);
  const chosen = explored(1, names);
  // Binomial, 250 ± 14.
  expect(Math.abs(chosen.length - 250)).toBeLessThan(5 * 14);
  expect(explored(1, names.toReversed()).toReversed()).toEqual(chosen);
  expect(explored(2, names)).not.toEqual(chosen);
});

test("what is explored ends at HIGH of LOW..HIGH, and every policy takes those", () => {
  const words = { policy: "km-ts", cutoffs: "5..80", seed: 1, mode: "retry", explore: "100%" };
  const decision = readPolicySetup(words, { arms: ["a"], resolution: 2 }).policy.decide({
    attempt: 1,
    task: "a",
  });
  expect(decision).toMatchObject({ cutoff: 80, explored: true });
});

const everyPolicy = policies.map(({ name }) => name).filter((name) => name !== "static");

test.each(everyPolicy)("%s keeps to LOW..HIGH, in both modes", (name) => {
  const policy = name === "fixed" ? "fixed:cutoff=1000" : name;
  for (const mode of ["retry", "abandon"]) {
    const words = { policy, cutoffs: "5..80", seed: 1, mode };
    const setup = readPolicySetup(words, { arms: ["a", "b"], resolution: 2, horizon: 10_000 });
    for (let attempt = 1; attempt <= 40; attempt++) {
      const decision = setup.policy.decide({ attempt, task: "a" });
      expect(decision.cutoff).toBeGreaterThanOrEqual(5);
      expect(decision.cutoff).toBeLessThanOrEqual(80);
      setup.policy.observe(decision, cutAt(decision.cutoff));
    }
  }
});

test.each([
  ["..80", undefined, 0, 80],
  ["5..", undefined, 5, Infinity],
  ["5..inf", 80, 5, 80],
  ["auto", 80, 0, 80],
  ["5..80", 80, 5, 80],
  ["1,2,40", 80, 0, 80],
] as const)("--cutoffs %s with --timeout %s bounds by %s and %s", (cutoffs, timeout, low, high) => {
  expect(readCutoffBounds(cutoffs, { resolution: 2, timeout, plans: true })).toMatchObject({ low, high });
});

test.each([
  ["5..90", "--timeout: must be HIGH of --cutoffs 5..90, got 80 ms"],
  ["80..", "--timeout: must exceed LOW of --cutoffs 80.., got 80 ms"],
  ["1,2,inf", "--timeout: must not be below the longest cutoff of --cutoffs 1,2,inf, got 80 ms"],
])("--timeout that contradicts --cutoffs %s is refused", (cutoffs, message) => {
  expect(() => readCutoffBounds(cutoffs, { resolution: 2, timeout: 80, plans: true })).toThrow(message);
});

test("the policy is told which task a trial of the journal was at", () => {
  const { policy, relearn } = readPolicySetup(
    { policy: "km-ts", cutoffs: "auto", seed: 1, mode: "retry" },
    { arms: ["a"], resolution: 2 },
  );
  const seen: Decision[] = [];
  const { observe } = policy;
  policy.observe = (decision, outcome) => {
    seen.push(decision);
    observe(decision, outcome);
  };
  relearn({ input: "x", occurrence: 2, arm: 0, cutoff: 5, attempt: 1, seed: 1, outcome: cutAt(5) });
  expect(seen).toMatchObject([{ task: "2:x", attempt: 1 }]);
  expect(policy.observed).toBe(1);
});

test.each([
  [{ cutoffs: "9..5" }, "--cutoffs: must be LOW..HIGH with 0 < LOW < HIGH"],
  [{ cutoffs: "0..5" }, "--cutoffs: must be LOW..HIGH with 0 < LOW < HIGH"],
  [{ cutoffs: ".." }, "--cutoffs: must be LOW..HIGH with 0 < LOW < HIGH"],
  [{ cutoffs: "1..5..9" }, "--cutoffs: must be LOW..HIGH with 0 < LOW < HIGH"],
  [{ cutoffs: "soon.." }, "--cutoffs: must be LOW..HIGH with 0 < LOW < HIGH"],
  [{ explore: "1.5" }, '--explore: must be a share from 0 to 1, such as 0.05 or 5%, got "1.5"'],
  [{ mode: "abandon", retries: 2 }, "--retries: must be used with --mode retry, got --mode abandon"],
])("%j is refused", (words, message) => {
  const usual = { policy: "km-ts", cutoffs: "auto", seed: 1, mode: "retry" };
  expect(() => readPolicySetup({ ...usual, ...words }, { arms: ["a"], resolution: 2 })).toThrow(message);
});
