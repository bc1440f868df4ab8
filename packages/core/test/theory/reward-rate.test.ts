import { describe, expect, test } from "vitest";
import { empirical } from "../../src/distributions/empirical.ts";
import { rewardOne, rewardPower } from "../../src/distributions/joint-law.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { constantResetting } from "../../src/problem/arm.ts";
import { knownArm } from "../../src/theory/known-arm.ts";
import { rewardRate } from "../../src/theory/reward-rate.ts";

describe("the reward rate (eqn:rew-rate)", () => {
  test("times 1, 2, 6, cut at 2 with reset 1: 2 rewards in 1 + 2 + (2 + 1)", () => {
    const arm = knownArm(rewardOne(empirical([1, 2, 6])), { resetting: constantResetting(1) });
    expect(rewardRate(arm, 2)).toBeCloseTo(1 / 3, 14);
    expect(rewardRate(arm, Infinity)).toBeCloseTo(1 / 3, 14);
    expect(rewardRate(arm, 1)).toBeCloseTo(1 / 5, 14);
  });

  test("E1: lognormal(0, 1), t = 1.5, C = 1.4: 0.45383 with C inside the indicator, 0.27751 as printed", () => {
    const arm = knownArm(rewardOne(lognormal(1, 1)), { resetting: constantResetting(1.4) });
    expect(rewardRate(arm, 1.5)).toBeCloseTo(0.453833085, 8);
    expect(rewardRate(arm, 1.5, { variant: "paper" })).toBeCloseTo(0.2775115763, 8);
  });
});

describe("the rate of waiting for the end", () => {
  const power = (shape: number, gamma: number) => knownArm(rewardPower(pareto(1, shape), 1, gamma));

  test("0 where only E[X] is infinite", () => {
    expect(rewardRate(knownArm(rewardOne(pareto(1, 0.8))), Infinity)).toBe(0);
    expect(rewardRate(power(0.5, 0.6), Infinity)).toBe(0);
  });

  test("infinite where only E[R] is", () => {
    expect(rewardRate(power(1.2, 1.2), Infinity)).toBe(Infinity);
  });

  test("a limit where both are: R = X and shape α ≤ 1 give α; R = X^1.01 gives Infinity", () => {
    // E[X;X≤t] = α(t^{1−α}−1)/(1−α) and t·P(X>t) = t^{1−α}: the ratio tends to α; for α = 1, log t/(log t + 1).
    expect(rewardRate(power(0.5, 1), Infinity)).toBeCloseTo(0.5, 12);
    expect(rewardRate(power(1, 1), Infinity)).toBeCloseTo(1, 6);
    expect(rewardRate(power(0.5, 1.01), Infinity)).toBe(Infinity);
  });

  test("cutoffs that are not positive are refused", () => {
    expect(() => rewardRate(power(2, 1), 0)).toThrow("rewardRate: cutoff must exceed 0, got 0");
    expect(() => rewardRate(power(2, 1), Number.NaN)).toThrow("got NaN");
  });
});

test("a median that is too long for a number: the rate of waiting is one, and no endless recursion", () => {
  // 2^(1/0.0005) is beyond all numbers; both means are infinite.
  const arm = knownArm(rewardPower(pareto(1, 5e-4), 1, 0.5));
  expect(rewardRate(arm, Infinity)).toBeGreaterThanOrEqual(0);
});
