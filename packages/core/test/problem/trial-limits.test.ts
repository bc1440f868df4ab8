import { expect, test } from "vitest";
import { makePolicy } from "../../src/policies/make-policy.ts";
import type { Outcome } from "../../src/problem/outcome.ts";
import {
  isRewardWithinLimits,
  isTimeWithinLimits,
  MAX_TIME,
  MIN_REWARD,
  MIN_TIME,
  withinLimits,
} from "../../src/problem/trial-limits.ts";

test("times and rewards are 0, or from the smallest to the largest", () => {
  expect([0, MIN_TIME, MAX_TIME].every(isTimeWithinLimits)).toBe(true);
  expect([MIN_TIME / 2, MAX_TIME * 2, Number.NaN, -1].some(isTimeWithinLimits)).toBe(false);
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
