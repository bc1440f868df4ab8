import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { empirical } from "../../src/distributions/empirical.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { type Draw, rewardOne, rewardPower } from "../../src/distributions/joint-law.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { constantResetting, randomResetting } from "../../src/problem/arm.ts";
import { stream } from "../../src/random/stream.ts";
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

  test("E1: trials drawn by eqn:ukl agree with the corrected form, not with the printed one", () => {
    const arm = knownArm(rewardOne(lognormal(1, 1)), { resetting: constantResetting(1.4) });
    const random = stream(3, "rate");
    const draw: Draw = { time: 0, reward: 0 };
    let [time, reward] = [0, 0];
    for (let i = 0; i < 200_000; i++) {
      arm.law.draw(random, draw);
      const done = draw.time <= 1.5;
      time += done ? draw.time : 1.5 + 1.4;
      reward += done ? draw.reward : 0;
    }
    // Standard error 0.0012: six of them, false alarm 2·10⁻⁹.
    expect(Math.abs(reward / time - rewardRate(arm, 1.5))).toBeLessThan(0.0072);
  });

  test("E1: without resetting time both forms are one", () => {
    const arm = knownArm(rewardOne(pareto(1, 1.2)));
    expect(rewardRate(arm, 3)).toBe(rewardRate(arm, 3, { variant: "paper" }));
  });

  test("a memoryless law has the rate 1/mean at every cutoff", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        (t, mean) => {
          expect(rewardRate(knownArm(rewardOne(exponential(mean))), t * mean) * mean).toBeCloseTo(1, 12);
        },
      ),
    );
  });

  test("a random reset counts with its mean", () => {
    const fixed = knownArm(rewardOne(exponential(2)), { resetting: constantResetting(3) });
    const random = knownArm(rewardOne(exponential(2)), { resetting: randomResetting(exponential(3)) });
    expect(rewardRate(random, 1)).toBe(rewardRate(fixed, 1));
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
