import { empirical, rewardOne } from "@mulligan/core/distributions";
import { makePolicy } from "@mulligan/core/policies";
import { bernsteinRadius, knownArm, spreadOf } from "@mulligan/core/theory";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { actionTable } from "../../src/bounds/action-table.ts";
import { optimismOf, timeToTell, trialsInTheLimit, trialsToTell } from "../../src/bounds/trials-to-tell.ts";

describe("the identity behind the theorem", () => {
  const samples = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });

  test("𝕍 ≤ b·Û for samples in [0, b], so ε/Û ≤ 3x + √(2x) with x = b·λ/(T·Û)", () => {
    const scale = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(
        samples,
        scale,
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        (shares, range, logTerm) => {
          const times = shares.map((share) => share * range);
          const count = times.length;
          const mean = times.reduce((sum, time) => sum + time, 0) / count;
          const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / count;
          expect(variance).toBeLessThanOrEqual(range * mean * (1 + 1e-12));
          fc.pre(mean > 1e-9 * range);
          const x = (range * logTerm) / (count * mean);
          const radius = bernsteinRadius(count, variance, range, logTerm);
          expect(radius / mean).toBeLessThanOrEqual((3 * x + Math.sqrt(2 * x)) * (1 + 1e-9));
        },
      ),
    );
  });
});

describe("how long an action that is not the best is played, by hand", () => {
  test("rate 0, b = 1, factor 1: at x = 1/2 the index is 3.5·(4+√7)/2 + 3/2 + √((4+√7)/2), so the time is 2", () => {
    const estimate = (4 + Math.sqrt(7)) / 2;
    const index = 3.5 * estimate + 1.5 + Math.sqrt(estimate);
    expect(timeToTell(0, index, 1, 1)).toBeCloseTo(2, 9);
    // Time in another unit: rates by 1/10, range and answer by 10.
    expect(timeToTell(0, index / 10, 10, 1)).toBeCloseTo(20, 8);
  });

  test("constants U = 1 and V = 1/2: at p = 1/20 ε = η = 0.2, r̂ ≤ 0.875 and the index is 1.34375", () => {
    const action = {
      arm: 0,
      cutoff: 1,
      rate: 0.5,
      gap: 1,
      time: spreadOf(1, 0, 0),
      reward: spreadOf(0.5, 0, 0),
      variation: 0,
      kurtosis: 0,
      range: 0,
    };
    expect(trialsToTell(action, 1.34375, 1, 1)).toBeCloseTo(20, 9);
    expect(trialsToTell(action, 0.875 + (2 * 0.375) / 0.8, 1, 2)).toBeCloseTo(20, 9);
    // In the limit ε = η = 0.15 and r̂ = r, so the index is 0.5 + 0.225.
    expect(trialsInTheLimit(action, 0.725, 1, 1)).toBeCloseTo(20, 9);
  });

  /** timeToTell over (b + 1/r*)·(4(1+f)²/w² + 6(1+f)/w), the closed form for every law; w is the gap over r*. */
  function shareOfClosedForm(relativeRate: number, bestRate: number, range: number, factor: number): number {
    const inverseGap = (1 + factor) / (1 - relativeRate);
    const most = (range + 1 / bestRate) * (4 * inverseGap ** 2 + 6 * inverseGap);
    return timeToTell(relativeRate * bestRate, bestRate, range, factor) / most;
  }

  test("it is at most the closed form, on any problem", () => {
    const size = fc.double({ min: -6, max: 6, noNaN: true });
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.9999, noNaN: true }),
        size,
        size,
        fc.double({ min: 1, max: 4, noNaN: true }),
        (relativeRate, scale, reach, factor) => {
          expect(shareOfClosedForm(relativeRate, 10 ** scale, 10 ** reach, factor)).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 1000, seed: 6 },
    );
  });
});

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
