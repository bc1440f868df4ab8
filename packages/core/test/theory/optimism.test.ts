import { describe, expect, test } from "vitest";
import { empirical } from "../../src/distributions/empirical.ts";
import { rewardOne } from "../../src/distributions/joint-law.ts";
import { makePolicy } from "../../src/policies/make-policy.ts";
import { actionTable } from "../../src/theory/action-table.ts";
import { knownArm } from "../../src/theory/known-arm.ts";
import { optimismOf } from "../../src/theory/optimism.ts";

/** 99 of 100 trials take 1, the others are cut at 10,000: r* = 0.99/100.99, b·r* = 98. */
const luckless = knownArm(rewardOne(empirical([...Array.from({ length: 99 }, () => 1), 1e9])));
const actionOf = (arm: typeof luckless, cutoff: number) => actionTable([arm], [cutoff]).actions[0];

describe("whether the index of the best action stays above its rate", () => {
  test("always, where factor·μ ≥ b: no mean of samples can be that long", () => {
    const action = actionOf(knownArm(rewardOne(empirical([0.5, 1, 1, 1]))), 1);
    expect(optimismOf(action, 1, 1.2, 2.01)).toEqual({ settled: 0, failures: 0 });
  });

  test("by hand, coin times 0 or 1 with μ = 1/2, factor 3/2: kl(3/4 ‖ 1/2) = 0.1308, κ = 1.18 at r*·b = 1", () => {
    const action = actionOf(knownArm(rewardOne(empirical([1e-9, 2]))), 1);
    const divergence = 0.75 * Math.log(1.5) + 0.25 * Math.log(0.5);
    const exponent = 3 * 2.01 * 1.5 * divergence;
    const { settled, failures } = optimismOf(action, 1, 1.5, 2.01);
    expect(action.rate).toBeCloseTo(1, 8);
    expect(settled).toBe(0);
    expect(failures).toBeCloseTo(exponent / (exponent - 1) / (1 - Math.exp(-divergence)), 5);
  });

  test("E24, eqn:decomposition: not for the factor 1.01, nor for rare long trials: then the best action must have had its trials", () => {
    const coin = actionOf(knownArm(rewardOne(empirical([1e-9, 2]))), 1);
    // ε = √(2·p/4) + 4p = 0.01·μ = 0.005.
    const root = (-Math.SQRT1_2 + Math.sqrt(0.5 + 16 * 0.005)) / 8;
    expect(optimismOf(coin, 1, 1.01, 2.01).settled / (2.01 / root ** 2)).toBeCloseTo(1, 6);
    expect(optimismOf(actionOf(luckless, 1e4), 1e4, 1.593, 2.01).settled).toBeGreaterThan(1000);
    expect(optimismOf(coin, 1, 1, 2.01).settled).toBe(Infinity);
  });

  test("E24: such bad luck lasts: one cut trial, and the best of two arms is not tried again before trial 15,025", () => {
    // Its index is 3·1.01·2.01·log n/10,000; that of an arm with half its rate, r = 0.0049, stays above.
    const policy = makePolicy("ucb-rb", { arms: ["best", "half"], cutoffs: [1e4], options: { init: 1 } });
    const slow = 2 / actionOf(luckless, 1e4).rate;
    for (let trial = 1; trial < 15_025; trial++) {
      const decision = policy.decide();
      expect(decision.arm).toBe(trial === 1 ? 0 : 1);
      if (decision.arm === 0) policy.observe(decision, { kind: "censored", time: 1e4 });
      else policy.observe(decision, { kind: "completed", time: slow, reward: 1 });
    }
    expect(policy.decide().arm).toBe(0);
  });
});
