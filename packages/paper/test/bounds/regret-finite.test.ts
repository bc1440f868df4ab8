import { empirical, exponential, rewardOne, uniform } from "@mulligan/core/distributions";
import { constantResetting, type ResettingTime, randomResetting } from "@mulligan/core/problem";
import { knownArm } from "@mulligan/core/theory";
import { describe, expect, test } from "vitest";
import { type Action, actionTable } from "../../src/bounds/action-table.ts";
import { meanComplexity, ucbRbRegret, ucbRmRegret } from "../../src/bounds/regret-finite.ts";

/** Times 1 and 4, cutoffs 1, 2, 4: rates 1/2, 1/3, 2/5. */
const arm = knownArm(rewardOne(empirical([1, 4])));
const cutoffs = [1, 2, 4];
const beta = 0.1; // z = 10

describe("the quantities of thm:ucb-rb, by hand", () => {
  const { bestRate, actions } = actionTable([arm], cutoffs);

  test("gaps 0, 1/6, 1/10 and mean times 1, 3/2, 5/2", () => {
    expect(bestRate).toBe(0.5);
    const expected = [0, 1 / 6, 0.1];
    actions.forEach(({ gap, time }, l) => {
      expect(gap).toBeCloseTo(expected[l], 14);
      expect(time.mean).toBeCloseTo([1, 1.5, 2.5][l], 14);
    });
  });

  test("ℂ = 0 + 1, 1/9 + 1, 9/25 + 0; 𝕂 = 1, 2, 1; 𝔹 = 4, 14/3, 21/5", () => {
    actions.forEach(({ variation, kurtosis, range }, l) => {
      expect(variation).toBeCloseTo([1, 10 / 9, 0.36][l], 12);
      expect(kurtosis).toBeCloseTo([1, 2, 1][l], 10);
      expect(range).toBeCloseTo([4, 14 / 3, 4.2][l], 12);
    });
  });

  test("E8: resets of more than t widen 2·t in 𝔹 to t + C, with the longest C", () => {
    // Cut at 1: E[V] = 1/2, E[U] = (1 + 1 + E[C])/2 = 5/2; 1/E[V] + (1 + C)/E[U].
    const rangeWith = (resetting: ResettingTime) =>
      actionTable([knownArm(rewardOne(empirical([1, 4])), { resetting })], [1]).actions[0].range;
    expect(rangeWith(constantResetting(3))).toBeCloseTo(2 + 4 / 2.5, 12);
    expect(rangeWith(randomResetting(uniform(1, 5)))).toBeCloseTo(2 + 6 / 2.5, 9);
  });
});

describe("thm:ucb-rb", () => {
  // Cutoff 2: ¼·(1000 + 280 + 8(2 + 196/9)); cutoff 4: ¼·(900 + 420 + 8(1 + 17.64)).
  const second = 0.25 * (1000 + 280 + 8 * (2 + 196 / 9));
  const third = 0.25 * 1469.12;

  test("E18: ξ = 734.84 sums over Δ > 0 only, ξ̃ = 367.56; with Δ = 0 the printed sums are infinite", () => {
    const { arms, coefficient } = ucbRbRegret([arm], cutoffs, { beta });
    expect(arms[0].separate).toBeCloseTo(second + third, 6);
    expect(arms[0].shared).toBeCloseTo(second, 6);
    expect(coefficient).toBeCloseTo(3 * 2.01 * second, 5);
    expect(ucbRbRegret([arm], cutoffs, { beta, variant: "paper" }).coefficient).toBe(Infinity);
  });

  test("E11: at the experiments' β = 0.0033 the bound is over a thousand times the best one", () => {
    const best = ucbRbRegret([arm], cutoffs).coefficient;
    expect(ucbRbRegret([arm], cutoffs, { beta: 0.0033186 }).coefficient).toBeGreaterThan(1000 * best);
  });

  test("E10: Infinity is refused with the name of what allows it; so is α ≤ 2", () => {
    expect(() => ucbRbRegret([arm], [1, Infinity])).toThrow(
      "ucbRbRegret: cutoffs must be finite (ucbRmRegret allows Infinity), got Infinity",
    );
    expect(() => ucbRbRegret([arm], [1, 4], { alpha: 2 })).toThrow("alpha must exceed 2, got 2");
  });
});

describe("thm:ucb-rm", () => {
  test("E18: by hand 27,737 with μ restored, 11,094.8 as printed", () => {
    // Cutoffs 1 and 4: 121·100·0.36·25 + 1024·(1 + 1) = 110,948, times Δμ = 1/4 or Δ = 1/10.
    const { arms } = ucbRmRegret([arm], [1, 4], { beta });
    expect(arms[0].separate).toBeCloseTo(27_737, 6);
    expect(arms[0].shared).toBeCloseTo(27_737, 6);
  });

  test("E18: corrected, the bound does not depend on the unit of time; ξ^M as printed does", () => {
    const slow = knownArm(rewardOne(empirical([1000, 4000])));
    const inSeconds = ucbRmRegret([arm], [1, 4], { beta }).coefficient;
    const inMilliseconds = ucbRmRegret([slow], [1000, 4000], { beta }).coefficient;
    expect(inMilliseconds / inSeconds).toBeCloseTo(1, 9);
    // The printed sum needs a set without Δ = 0 to be finite: the second of two arms has none.
    const better = knownArm(rewardOne(empirical([0.5])));
    const betterSlow = knownArm(rewardOne(empirical([500])));
    const printed = ucbRmRegret([better, arm], [1, 4], { beta, variant: "paper" }).arms[1].shared;
    const printedSlow = ucbRmRegret([betterSlow, slow], [1000, 4000], { beta, variant: "paper" }).arms[1]
      .shared;
    expect(printed / printedSlow).toBeCloseTo(1000, 6);
  });

  test("t_L = ∞ is allowed, and ζ counts 1024 times", () => {
    const arms = [knownArm(rewardOne(exponential(1))), knownArm(rewardOne(exponential(2)))];
    const one = ucbRmRegret(arms, [Infinity], { beta }).arms[1].separate;
    const two = ucbRmRegret(arms, [Infinity], { beta, zeta: 2 }).arms[1].separate;
    // Exp(2): Δ = 1/2, μ = 2, ℂ = 1, 𝕂 = 9: 121·100·4 + 1024·(9 + ζ).
    expect(one).toBeCloseTo(48_400 + 10_240, 5);
    expect(two - one).toBeCloseTo(1024, 5);
  });
});

const spread = { mean: 1, variance: 1, variation: 1, kurtosis: 1 };
const action: Action = {
  arm: 0,
  cutoff: 1,
  rate: 0.5,
  gap: 0.25,
  time: spread,
  reward: spread,
  variation: 2,
  kurtosis: 3,
  range: 4,
};

test("lem:sample-complexity by hand, z = 2, r* = 1, Δ = 1/4: 2·8² + 2·4·8 + 8·(3 + 16)", () => {
  expect(meanComplexity(action, 1, 2)).toBe(128 + 64 + 152);
});
