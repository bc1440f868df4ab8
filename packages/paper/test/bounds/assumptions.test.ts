import {
  constant,
  empirical,
  exponential,
  lognormal,
  mixture,
  pareto,
  rewardIndependent,
  rewardOne,
  rewardPower,
  shift,
  uniform,
} from "@mulligan/core/distributions";
import { knownArm, rewardRate } from "@mulligan/core/theory";
import { describe, expect, test } from "vitest";
import { checkActionSet, checkMoments, checkSmoothPeak } from "../../src/bounds/assumptions.ts";

describe("assn:action-set", () => {
  const quick = knownArm(rewardOne(empirical([1, 3])), { name: "quick" });
  const slow = knownArm(rewardOne(empirical([2, 8, 8, 8])), { name: "slow" });

  test("it holds at t₁ = 2: μ_* = 3/2 from quick, ε = 1/4 from slow", () => {
    const verdict = checkActionSet([quick, slow], [4, 2]);
    expect(verdict.holds).toBe(true);
    expect(verdict.leastMean).toEqual({ holds: true, value: 1.5, arm: 0, shortfall: 0 });
    expect(verdict.leastCompletion).toEqual({ holds: true, value: 0.25, arm: 1, shortfall: 0 });
    expect(verdict.sentence).toContain("μ_* = 1.5, ε = 0.25");
  });

  test("by how much: 0.1 short of ε = 0.35, half a unit short of μ_* = 2", () => {
    const verdict = checkActionSet([quick, slow], [2], { leastMean: 2, leastCompletion: 0.35 });
    expect(verdict.leastMean.shortfall).toBeCloseTo(0.5, 12);
    expect(verdict.leastCompletion.shortfall).toBeCloseTo(0.1, 12);
    expect(verdict.sentence).toContain("0.5 less than required");
    expect(verdict.sentence).toContain("0.1 less than required");
  });
});

describe("eqn:moment-assn", () => {
  test("E5: the paper's example has neither a fourth moment nor rewards of at most 1", () => {
    const verdict = checkMoments(knownArm(rewardPower(pareto(1, 1.2), 1, 0.5)));
    expect(verdict).toMatchObject({ holds: false, fourthMoment: Infinity, rewardHigh: Infinity });
    expect(verdict.sentence).toContain("E[X⁴] is infinite and rewards reach Infinity");
  });

  test("Exp(1) has E[X⁴] = 24 and passes; shape 4 exactly does not, shape 4.1 does", () => {
    expect(checkMoments(knownArm(rewardOne(exponential(1)))).fourthMoment).toBeCloseTo(24, 9);
    expect(checkMoments(knownArm(rewardOne(exponential(1)))).holds).toBe(true);
    expect(checkMoments(knownArm(rewardOne(pareto(1, 4)))).holds).toBe(false);
    expect(checkMoments(knownArm(rewardOne(pareto(1, 4.1)))).holds).toBe(true);
    expect(checkMoments(knownArm(rewardIndependent(constant(1), uniform(0, 2)))).holds).toBe(false);
  });
});

describe("E15: of the paper's three examples for assn:ucb-rc", () => {
  test("Pareto passes, on an interval that starts above its scale", () => {
    const arm = knownArm(rewardOne(pareto(1, 1.2)));
    const verdict = checkSmoothPeak(arm, { low: 1.5, high: 10 });
    expect(verdict.holds).toBe(true);
    expect(verdict.unimodal.cutoff).toBeCloseTo(3.25004522, 6);
    expect(verdict.smooth.measured).toBeCloseTo(2, 1);
    // a₁ ≤ |r″(t*)|/2 ≤ a₂, r″ by a difference of r at 3.25 ± 0.01.
    const r = (t: number) => rewardRate(arm, t);
    const half = (2 * r(3.250045) - r(3.260045) - r(3.240045)) / 0.01 ** 2 / 2;
    expect(verdict.smooth.lower).toBeLessThan(half);
    expect(verdict.smooth.upper).toBeGreaterThan(half);
    expect(verdict.smooth.lower).toBeGreaterThan(half / 2);
  });

  test("Pareto fails (i) if the interval starts at its scale: nothing completes there", () => {
    const verdict = checkSmoothPeak(knownArm(rewardOne(pareto(1, 1.2))), { low: 1, high: 10 });
    expect(verdict.compact.holds).toBe(false);
    expect(verdict.holds).toBe(false);
  });

  test("exponential fails (ii) and (iii): its rate is constant, though the printed (ii) is satisfied", () => {
    const verdict = checkSmoothPeak(knownArm(rewardOne(exponential(1))), { low: 0.5, high: 5 });
    expect(verdict.compact.holds).toBe(true);
    expect(verdict.unimodal.holds).toBe(false);
    expect(verdict.unimodal.sentence).toContain("is flat");
    expect(verdict.smooth.holds).toBe(false);
  });

  test("uniform fails (iii): r(t) = 1/(1 − t/2) is linear at its maximum t = 1, power 1, not 2", () => {
    const verdict = checkSmoothPeak(knownArm(rewardOne(uniform(0, 1))), { low: 0.2, high: 1 });
    expect(verdict.unimodal).toMatchObject({ holds: true, cutoff: 1, rate: 2 });
    expect(verdict.smooth.holds).toBe(false);
    expect(verdict.smooth.measured).toBeCloseTo(1, 2);
    expect(verdict.sentence).toContain("not 2");
  });
});

describe("other laws", () => {
  test("lognormal passes; asked for q = 3 it does not", () => {
    const arm = knownArm(rewardOne(lognormal(1, 1)));
    expect(checkSmoothPeak(arm, { low: 0.5, high: 8 }).holds).toBe(true);
    expect(checkSmoothPeak(arm, { low: 0.5, high: 8 }, { order: 3 }).smooth.holds).toBe(false);
  });

  test("two clumps of times give two peaks, and the verdict names the dip", () => {
    const law = mixture([
      { weight: 0.3, law: shift(1, exponential(0.1)) },
      { weight: 0.7, law: shift(4, exponential(0.1)) },
    ]);
    const verdict = checkSmoothPeak(knownArm(rewardOne(law)), { low: 1.05, high: 8 });
    expect(verdict.unimodal.holds).toBe(false);
    expect(verdict.unimodal.sentence).toContain("falls");
  });
});
