import { empirical, parseLaw, rewardBernoulli, rewardOne, rewardPower } from "@mulligan/core/distributions";
import { constantResetting } from "@mulligan/core/problem";
import { SharedMoments } from "@mulligan/core/statistics";
import { knownArm } from "@mulligan/core/theory";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { betaOfFactor, betaOfLeastPenalty } from "../../src/bounds/estimation.ts";
import { ucbRbLinearRegret } from "../../src/bounds/linear-regret.ts";
import { optimalityGap } from "../../src/bounds/overshoot.ts";
import { ucbRbRegret } from "../../src/bounds/regret-finite.ts";

/** The problem of `reproduce` on which 41·log τ was measured where thm:ucb-rb says 4.76 million. */
const separated = knownArm(
  rewardOne(parseLaw("mixture(0.6*uniform(low=0.5,high=1),0.4*uniform(low=60,high=100))")),
);
const four = [0.75, 1, 2, 4];
const beta = betaOfFactor(1.01);

describe("regret of UCB-RB, linear in the longest cutoff", () => {
  test("231·log τ where thm:ucb-rb says 4,760,000 at the factor 1.01, and 315 against 5,294 at its best β", () => {
    expect(ucbRbRegret([separated], four, { beta }).coefficient).toBeCloseTo(4_759_538, -1);
    const played = ucbRbLinearRegret([separated], four, { beta });
    expect(played.coefficient).toBeCloseTo(230.74, 1);
    expect(played.settled).toBeCloseTo(3137, 0);
    expect(ucbRbRegret([separated], four).coefficient).toBeCloseTo(5294.1, 0);
    const { coefficient, settled } = ucbRbLinearRegret([separated], four);
    expect(coefficient).toBeCloseTo(314.71, 1);
    expect(settled).toBe(0);
  });

  test("without sharing 0.75, below the best cutoff, counts too; with it it costs a constant", () => {
    const on = ucbRbLinearRegret([separated], four, { beta });
    const off = ucbRbLinearRegret([separated], four, { beta, sharing: "off" });
    expect(off.arms).toEqual(on.arms);
    expect(on.arms[0].shared).toBeLessThan(on.arms[0].separate);
    expect(off.coefficient).toBeCloseTo(2.01 * on.arms[0].separate, 9);
    expect(on.constant).toBeGreaterThan(0);
  });

  test("E23, eqn:decomposition-2: 5 trials at 1, then 5 at 2, each played while its T* is below 5: 10, not 5", () => {
    const moments = new SharedMoments(Float64Array.of(1, 2));
    let played = 0;
    [1, 2].forEach((cutoff, l) => {
      for (; moments.trials[l] < 5; played++) {
        moments.observe({ arm: 0, cutoff }, { kind: "censored", time: cutoff });
      }
    });
    expect([...moments.trials]).toEqual([10, 5]);
    expect(played).toBe(10);
  });

  test("E23: in the limit the cutoffs of an arm do not add up with sharing, and do without", () => {
    const limitOf = (count: number, sharing: "on" | "off") => {
      const others = Array.from({ length: count }, (_, i) => 2 + (0.2 * i) / (count - 1));
      return ucbRbLinearRegret([separated], [1, ...others], { beta, sharing }).limit;
    };
    expect(limitOf(3, "on")).toBeCloseTo(33.3, 1);
    expect(limitOf(63, "on")).toBeCloseTo(limitOf(3, "on"), 6);
    expect(limitOf(63, "off") / limitOf(3, "off")).toBeCloseTo(21, 0);
    // One cutoff beside the best: nothing to add up, and nothing to share.
    const [on, off] = (["on", "off"] as const).map(
      (sharing) => ucbRbLinearRegret([separated], [1, 2], { beta, sharing }).limit,
    );
    expect(on).toBe(off);
  });

  test("the constant by hand: Δμ = 1/4 twice, 40 first trials, 808 failing stages, one last trial, log(2/μ_*) and r*Φ", () => {
    // Times 1 and 4, cutoffs 1, 2, 4: rates 1/2, 1/3, 2/5, μ = 1, 3/2, 5/2. ½·1.593·… : factor·μ = 1.593 ≥ b = 1.
    const arm = knownArm(rewardOne(empirical([1, 4])));
    const { coefficient, constant } = ucbRbLinearRegret([arm], [1, 2, 4]);
    const failing = 8 * (1 + 1 / (2.01 - 2));
    const last = 0.25 + 0.25;
    const expected =
      coefficient * Math.log(2) + 40 * 0.5 + failing * 0.75 + last + optimalityGap([arm], [1, 2, 4]);
    expect(constant).toBeCloseTo(expected, 6);
    const more = ucbRbLinearRegret([arm], [1, 2, 4], { init: 41 });
    expect(more.constant - constant).toBeCloseTo(0.5, 9);
    expect(more.coefficient).toBe(coefficient);
  });

  test("an arm that never pays loses nothing", () => {
    const worthless = knownArm(rewardBernoulli(empirical([1, 4]), 0));
    const { coefficient, constant } = ucbRbLinearRegret([worthless], [1, 2]);
    expect([coefficient, constant]).toEqual([0, 0]);
  });

  test("a best action alone costs nothing per log τ; rewards above 1 have no bound; ∞ and α ≤ 2 are refused", () => {
    expect(ucbRbLinearRegret([separated], [1]).coefficient).toBe(0);
    const rich = knownArm(rewardPower(parseLaw("pareto(scale=1,shape=1.2)"), 1, 0.5));
    expect(ucbRbLinearRegret([rich], [2, 8]).coefficient).toBe(Infinity);
    expect(() => ucbRbLinearRegret([separated], [1, Infinity])).toThrow(
      "ucbRbLinearRegret: cutoffs must be finite, got Infinity",
    );
    expect(() => ucbRbLinearRegret([separated], [1], { alpha: 2 })).toThrow("alpha must exceed 2, got 2");
  });
});

describe("how it grows with t_L, where thm:ucb-rb has the exponent 2 (rem:tl-dependence)", () => {
  const law = parseLaw("mixture(0.6*uniform(low=0.5,high=1),0.4*lognormal(median=40,sigma=0.5))");
  const arm = knownArm(rewardBernoulli(law, 0.8));
  const exponent = (bound: typeof ucbRbRegret | typeof ucbRbLinearRegret) => {
    const [short, long] = [2 ** 13, 2 ** 15].map((longest) => bound([arm], [1, longest]).coefficient);
    return Math.log2(long / short) / 2;
  };

  test("the exponent is 1, against 1.99 of the paper's", () => {
    expect(exponent(ucbRbLinearRegret)).toBeGreaterThan(0.95);
    expect(exponent(ucbRbLinearRegret)).toBeLessThanOrEqual(1);
    expect(exponent(ucbRbRegret)).toBeGreaterThan(1.98);
  });
});

describe("beside the paper's", () => {
  const times = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 6 });
  const lists = fc
    .uniqueArray(fc.double({ min: 0.1, max: 50, noNaN: true }), { minLength: 1, maxLength: 4 })
    .map((list) => list.sort((a, b) => a - b));

  test("it is never above the paper's, cutoff by cutoff, at any β", () => {
    fc.assert(
      fc.property(
        fc.array(times, { minLength: 1, maxLength: 3 }),
        lists,
        fc.constantFrom(0.01, betaOfLeastPenalty(), 0.5),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (samples, cutoffs, slack, chance, reset) => {
          const arms = samples.map((sample) =>
            knownArm(rewardBernoulli(empirical(sample), chance), {
              resetting: constantResetting(reset * cutoffs[0]),
            }),
          );
          const printed = ucbRbRegret(arms, cutoffs, { beta: slack });
          const linear = ucbRbLinearRegret(arms, cutoffs, { beta: slack });
          expect(linear.limit).toBeLessThanOrEqual(linear.coefficient * (1 + 1e-9));
          linear.arms.forEach(({ separate }, k) => {
            expect(separate).toBeLessThanOrEqual(3 * printed.arms[k].separate * (1 + 1e-9));
          });
        },
      ),
      { numRuns: 60, seed: 14 },
    );
  });
});
