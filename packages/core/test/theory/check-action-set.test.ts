import { describe, expect, test } from "vitest";
import { constant } from "../../src/distributions/constant.ts";
import { empirical } from "../../src/distributions/empirical.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { rewardIndependent, rewardOne, rewardPower } from "../../src/distributions/joint-law.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { uniform } from "../../src/distributions/uniform.ts";
import { checkActionSet } from "../../src/theory/check-action-set.ts";
import { checkMoments } from "../../src/theory/check-moments.ts";
import { knownArm } from "../../src/theory/known-arm.ts";

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

  test("the second half fails where nothing completes by t₁, and the first does not", () => {
    const verdict = checkActionSet([quick, slow], [1, 4]);
    expect(verdict.holds).toBe(false);
    expect(verdict.leastMean.holds).toBe(true);
    expect(verdict.leastCompletion).toEqual({ holds: false, value: 0, arm: 1, shortfall: 0 });
    expect(verdict.sentence).toContain("slow completes with probability 0");
  });

  test("by how much: 0.1 short of ε = 0.35, half a unit short of μ_* = 2", () => {
    const verdict = checkActionSet([quick, slow], [2], { leastMean: 2, leastCompletion: 0.35 });
    expect(verdict.leastMean.shortfall).toBeCloseTo(0.5, 12);
    expect(verdict.leastCompletion.shortfall).toBeCloseTo(0.1, 12);
    expect(verdict.sentence).toContain("0.5 less than required");
    expect(verdict.sentence).toContain("0.1 less than required");
  });

  test("E5: R = X^γ fails at every finite t₁: the reward of a later time never comes before it", () => {
    const arm = knownArm(rewardPower(pareto(1, 1.2), 1, 0.5));
    expect(checkActionSet([arm], [1e6]).leastCompletion.value).toBe(0);
    expect(checkActionSet([arm], [Infinity]).holds).toBe(true);
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
