import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exponential } from "../../src/distributions/exponential.ts";
import { gamma } from "../../src/distributions/gamma.ts";
import { rewardIndependent, rewardOne, rewardPower } from "../../src/distributions/joint-law.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { paired } from "../../src/distributions/paired.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { uniform } from "../../src/distributions/uniform.ts";
import { weibull } from "../../src/distributions/weibull.ts";
import { constantResetting } from "../../src/problem/arm.ts";
import { knownArm } from "../../src/theory/known-arm.ts";
import { residual, residualExceedsMean, restartHelps, restartPays } from "../../src/theory/restart-test.ts";
import { rewardRate } from "../../src/theory/reward-rate.ts";

describe("thm:opt-int at one cutoff (eqn:opt-restart)", () => {
  test("E4: Exp(1), t = 1.5, C = 1.4: waiting is better, the printed fraction 1/(−0.4) < 1 says restart", () => {
    const arm = knownArm(rewardOne(exponential(1)), { resetting: constantResetting(1.4) });
    expect(residual(arm, 1.5).time).toBeCloseTo(-0.4, 10);
    expect(residual(arm, 1.5).reward).toBeCloseTo(1, 10);
    expect(rewardRate(arm, 1.5)).toBeLessThan(rewardRate(arm, Infinity));
    expect(restartHelps(arm, 1.5)).toBe(false);
    expect(restartHelps(arm, 1.5, { variant: "paper" })).toBe(true);
  });

  test("it is r(t) > r(∞), for data with any rewards and reset", () => {
    const trial = fc.record({
      time: fc.integer({ min: 1, max: 50 }),
      reward: fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4),
    });
    fc.assert(
      fc.property(
        fc.array(trial, { minLength: 2, maxLength: 8 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 50 }),
        (pairs, reset, t) => {
          fc.pre(pairs.some(({ reward }) => reward > 0));
          const arm = knownArm(paired(pairs), { resetting: constantResetting(reset) });
          const [cut, wait] = [rewardRate(arm, t), rewardRate(arm, Infinity)];
          fc.pre(Math.abs(cut - wait) > 1e-9);
          expect(restartHelps(arm, t)).toBe(cut > wait);
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  test("E[X] = ∞: every cutoff by which something completes helps", () => {
    const arm = knownArm(rewardOne(pareto(1, 0.9)));
    expect(restartHelps(arm, 1e9)).toBe(true);
    expect(restartHelps(arm, 0.5)).toBe(false);
    expect(residualExceedsMean(pareto(1, 0.9), 5)).toBe(true);
  });

  test("beyond the support there is nothing to cut", () => {
    expect(restartHelps(knownArm(rewardOne(uniform(0, 1))), 2)).toBe(false);
    expect(residualExceedsMean(uniform(0, 1), 2)).toBe(false);
    expect(() => restartHelps(knownArm(rewardOne(uniform(0, 1))), 0)).toThrow("cutoff must exceed 0, got 0");
  });
});

describe("the remark on correlation: Pareto(1, 1.2), C = 0", () => {
  test("1. independent: eqn:opt-int-ind holds, for t/(α−1) > α/(α−1), that is t > 1.2", () => {
    const law = pareto(1, 1.2);
    expect(residualExceedsMean(law, 1.19)).toBe(false);
    expect(residualExceedsMean(law, 1.21)).toBe(true);
    expect(restartPays(knownArm(rewardIndependent(law, uniform(0, 1))))).toMatchObject({ pays: true });
    const verdict = restartPays(knownArm(rewardOne(law)));
    expect(verdict.cutoff).toBeCloseTo(3.2500452, 6);
    expect(verdict.gain).toBeCloseTo(0.369225631686 * 6, 9);
  });

  test("2. R = ωX^γ with γ ≥ 1: waiting is best, and no cutoff helps", () => {
    for (const gammaPower of [1, 1.05, 1.15]) {
      const arm = knownArm(rewardPower(pareto(1, 1.2), 0.7, gammaPower));
      expect(restartPays(arm)).toMatchObject({ pays: false, cutoff: Infinity, gain: 1 });
      for (const t of [1.5, 10, 1e4]) expect(restartHelps(arm, t)).toBe(false);
    }
  });

  test.each([-1, 0.9])("3. γ = %d: restarting at t helps iff t > α^(1/(1−γ))", (power) => {
    const arm = knownArm(rewardPower(pareto(1, 1.2), 2, power));
    const edge = 1.2 ** (1 / (1 - power));
    expect(restartHelps(arm, edge * 0.999)).toBe(false);
    expect(restartHelps(arm, edge * 1.001)).toBe(true);
    expect(restartPays(arm).pays).toBe(true);
  });
});

describe("does restarting pay?", () => {
  test("never for a rising or constant hazard, always for a falling one", () => {
    expect(restartPays(knownArm(rewardOne(gamma(3, 1)))).pays).toBe(false);
    expect(restartPays(knownArm(rewardOne(weibull(1, 2)))).pays).toBe(false);
    expect(restartPays(knownArm(rewardOne(exponential(7)))).pays).toBe(false);
    expect(restartPays(knownArm(rewardOne(lognormal(1, 1)))).pays).toBe(true);
    expect(restartPays(knownArm(rewardOne(weibull(1, 0.5))))).toMatchObject({ pays: true, attained: false });
  });

  test("an infinite mean makes the gain infinite", () => {
    expect(restartPays(knownArm(rewardOne(pareto(1, 1))))).toMatchObject({ pays: true, gain: Infinity });
  });
});
