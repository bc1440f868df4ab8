import type { Decision, Policy } from "@mulligan/core";
import { expect, test } from "vitest";
import { readPolicySetup, withRequestedCutoffs } from "../../src/tasks/task-policy.ts";

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
const rules = { seed: 1, knowsFirst: false };
const none = { explore: 0, exploreUpTo: Infinity };
const cutAt = (time: number) => ({ kind: "censored", time }) as const;
const done = { kind: "completed", time: 1, reward: 0 } as const;

test("nobody is cut before the least cutoff, at first or on second thoughts", () => {
  const policy = withRequestedCutoffs(tenThenForty().policy, { ...none, least: 15 }, rules);
  expect(policy.decide({ attempt: 1, task: "a" }).cutoff).toBe(15);
  const later = withRequestedCutoffs(tenThenForty().policy, { ...none, least: 50 }, rules);
  expect(later.reconsider({ arm: 0, cutoff: 50 }, 5)).toBe(50);
  expect(policy.reconsider({ arm: 0, cutoff: 15 }, 5)).toBe(40);
});

test("until a try has ended by itself, tries get the first cutoff times 1, 1, 2, 1, 1, 2, 4, and then the policy's", () => {
  const policy = withRequestedCutoffs(tenThenForty().policy, { ...none, first: 100 }, rules);
  const cutoffs = Array.from({ length: 7 }, () => {
    const decision = policy.decide({ attempt: 1, task: "a" });
    expect(policy.reconsider(decision, 1)).toBe(decision.cutoff);
    policy.observe(decision, cutAt(decision.cutoff));
    return decision.cutoff;
  });
  expect(cutoffs).toEqual([100, 100, 200, 100, 100, 200, 400]);
  policy.observe(policy.decide({ attempt: 1, task: "a" }), done);
  expect(policy.decide({ attempt: 2, task: "a" }).cutoff).toBe(10);
  expect(policy.reconsider({ arm: 0, cutoff: 10 }, 1)).toBe(40);
});

test("a policy that knows of first cutoffs is left alone", () => {
  const policy = withRequestedCutoffs(
    tenThenForty().policy,
    { ...none, first: 100 },
    { ...rules, knowsFirst: true },
  );
  expect(policy.decide({ attempt: 1, task: "a" }).cutoff).toBe(10);
});

test("a share of the tries is left uncut and marked; the same seed leaves the same ones, in whatever order", () => {
  const explored = (seed: number, names: readonly string[]) => {
    const policy = withRequestedCutoffs(
      tenThenForty().policy,
      { ...none, explore: 0.25 },
      { ...rules, seed },
    );
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
  [{ firstCutoff: "0" }, '--first-cutoff: must be above 0 and finite, got "0"'],
  [{ minCutoff: "soon" }, '--min-cutoff: must be above 0 and finite, got "soon"'],
  [{ explore: "1.5" }, '--explore: must be a share from 0 to 1, such as 0.05 or 5%, got "1.5"'],
  [{ mode: "abandon", retries: 2 }, "--retries: must stand with --mode retry, got --mode abandon"],
])("%j is refused", (words, message) => {
  const usual = { policy: "km-ts", cutoffs: "auto", seed: 1, mode: "retry" };
  expect(() => readPolicySetup({ ...usual, ...words }, { arms: ["a"], resolution: 2 })).toThrow(message);
});
