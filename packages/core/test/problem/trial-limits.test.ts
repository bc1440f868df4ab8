import { expect, test } from "vitest";
import { makePolicy } from "../../src/policies/make-policy.ts";
import type { Outcome } from "../../src/problem/outcome.ts";
import {
  isRewardWithinLimits,
  isTimeWithinLimits,
  MAX_TIME,
  MIN_REWARD,
  MIN_TIME,
  movedNotice,
  REWARD_RULE,
  TIME_RULE,
  withinLimits,
} from "../../src/problem/trial-limits.ts";

test.each([
  [0, true],
  [MIN_TIME, true],
  [MAX_TIME, true],
  [MIN_TIME / 2, false],
  [MAX_TIME * 2, false],
  [Number.NaN, false],
  [-1, false],
])("the time %d is within the limits: %s", (time, allowed) => {
  expect(isTimeWithinLimits(time)).toBe(allowed);
});

test("rewards are 0, or from the smallest to 1", () => {
  expect([0, MIN_REWARD, 1].every(isRewardWithinLimits)).toBe(true);
  expect([MIN_REWARD / 2, 1.5, Number.NaN].some(isRewardWithinLimits)).toBe(false);
});

test("an outcome within the limits is the same object, any other is moved to the nearest that is", () => {
  const usual: Outcome = { kind: "censored", time: 3, resetting: 0 };
  expect(withinLimits(usual)).toBe(usual);
  expect(withinLimits({ kind: "completed", time: 1e-300, reward: 1 })).toEqual({
    kind: "completed",
    time: MIN_TIME,
    reward: 1,
  });
  expect(withinLimits({ kind: "censored", time: 1, resetting: 1e308 })).toEqual({
    kind: "censored",
    time: 1,
    resetting: MAX_TIME,
  });
});

test("a policy learns from a time beyond the limits as from the limit", () => {
  const states = [1e300, MAX_TIME].map((time) => {
    const policy = makePolicy("km-ts", { arms: ["a"] });
    policy.observe(policy.decide(), { kind: "completed", time, reward: 1 });
    return policy.snapshot();
  });
  expect(states[0]).toEqual(states[1]);
});

test("the rules in words have the numbers of the limits", () => {
  const numbers = (rule: string) => rule.match(/\d+e-?\d+/g)!.map(Number);
  expect(numbers(TIME_RULE)).toEqual([MIN_TIME, MAX_TIME]);
  expect(numbers(REWARD_RULE)).toEqual([MIN_REWARD]);
});

test("the notice about a file says what the limits are", () => {
  expect(movedNotice("log")).toContain("from 1e-15 to 1e15");
});
