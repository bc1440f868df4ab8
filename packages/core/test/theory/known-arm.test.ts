import { describe, expect, test } from "vitest";
import { constant } from "../../src/distributions/constant.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { rewardBernoulli, rewardOne } from "../../src/distributions/joint-law.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { uniform } from "../../src/distributions/uniform.ts";
import { constantResetting, randomResetting } from "../../src/problem/arm.ts";
import {
  knownArm,
  longestTime,
  meanSquareTime,
  meanTime,
  rewardSpread,
  timeSpread,
} from "../../src/theory/known-arm.ts";

describe("the moments of one trial", () => {
  const arm = knownArm(rewardOne(exponential(1)), { resetting: constantResetting(0.5) });

  test("U: Exp(1) cut at 1 with reset 1/2, against mpmath's integrals", () => {
    const { mean, variance, variation, kurtosis } = timeSpread(arm, 1);
    expect(mean).toBeCloseTo(1 - 0.5 / Math.E, 12);
    expect(variance).toBeCloseTo(0.322377157140823, 12);
    expect(variation).toBeCloseTo(0.484082944714923, 12);
    expect(kurtosis).toBeCloseTo(1.38647038895171, 10);
    expect(meanTime(arm, 1)).toBe(mean);
    expect(meanSquareTime(arm, 1)).toBeCloseTo(2 - 2.75 / Math.E, 12);
  });

  test("E16: the kurtosis of Bernoulli(0.01) is 98.01, of power 4; the printed power 2 would give 101, b² gives 1", () => {
    const { variance, kurtosis } = rewardSpread(knownArm(rewardBernoulli(constant(1), 0.01)), 1);
    expect(kurtosis).toBeCloseTo(98.0101, 3);
    expect(variance / variance ** 2).toBeCloseTo(101.0101, 3);
  });

  test("moments that do not exist are Infinity, never NaN", () => {
    const heavy = knownArm(rewardOne(pareto(1, 1.2)));
    expect(timeSpread(heavy, Infinity)).toMatchObject({
      variance: Infinity,
      variation: Infinity,
      kurtosis: Infinity,
    });
    expect(timeSpread(heavy, 100).kurtosis).toBeLessThan(Infinity);
    expect(rewardSpread(heavy, 0.5)).toMatchObject({ mean: 0, variation: Infinity });
  });

  test("a random reset adds its own spread: constant(5) cut at 1, C uniform on [0, 2]", () => {
    const random = knownArm(rewardOne(constant(5)), { resetting: randomResetting(uniform(0, 2)) });
    const { mean, variance, kurtosis } = timeSpread(random, 1);
    expect(mean).toBe(2);
    expect(variance).toBeCloseTo(1 / 3, 5);
    expect(kurtosis).toBeCloseTo(1.8, 5);
    expect(meanSquareTime(random, 1)).toBeCloseTo(4 + 1 / 3, 5);
    expect(longestTime(random, 1)).toBeCloseTo(3, 10);
    expect(longestTime(random, 7)).toBe(5);
  });
});
