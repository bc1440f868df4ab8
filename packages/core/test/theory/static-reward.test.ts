import { describe, expect, test } from "vitest";
import { empirical } from "../../src/distributions/empirical.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { rewardOne } from "../../src/distributions/joint-law.ts";
import { constantResetting } from "../../src/problem/arm.ts";
import { stream } from "../../src/random/stream.ts";
import { type KnownArm, knownArm } from "../../src/theory/known-arm.ts";
import { rewardRate } from "../../src/theory/reward-rate.ts";
import { lordenOvershoot, staticRewardBounds } from "../../src/theory/static-reward.ts";

/** Mean reward of alg:opt-st with one decision over a horizon, and its standard error. */
function simulate(arm: KnownArm, cutoff: number, horizon: number, runs: number) {
  const random = stream(29, arm.name);
  const draw = { time: 0, reward: 0 };
  let [sum, squares] = [0, 0];
  for (let run = 0; run < runs; run++) {
    let [time, reward] = [0, 0];
    while (time <= horizon) {
      arm.law.draw(random, draw);
      const done = draw.time <= cutoff;
      time += done ? draw.time : cutoff + arm.resetting.mean(cutoff);
      if (done) reward += draw.reward;
    }
    sum += reward;
    squares += reward * reward;
  }
  const mean = sum / runs;
  return { mean, error: Math.sqrt((squares / runs - mean * mean) / runs) };
}

describe("prop:rew-st", () => {
  test("Lorden by hand: times 1 and 3 give E[Y²]/E[Y] = 5/2; the paper's quotient is 5/4, of no unit", () => {
    const arm = knownArm(rewardOne(empirical([1, 3])));
    expect(lordenOvershoot(arm, Infinity)).toBe(2.5);
    expect(lordenOvershoot(arm, Infinity, { variant: "paper" })).toBe(1.25);
    expect(lordenOvershoot(arm, 2)).toBeCloseTo(2.5 / 1.5, 14);
  });

  test("E3: Exp with mean 10 overshoots by 10: corrected bounds hold in simulation, the printed one does not", () => {
    const arm = knownArm(rewardOne(exponential(10)));
    expect(lordenOvershoot(arm, Infinity)).toBeCloseTo(20, 10);
    expect(lordenOvershoot(arm, Infinity, { variant: "paper" })).toBeCloseTo(2, 10);
    // 1 + Poisson(10): mean 11 exactly. Five standard errors, false alarm 6·10⁻⁷.
    const { mean, error } = simulate(arm, Infinity, 100, 20_000);
    expect(Math.abs(mean - 11)).toBeLessThan(5 * error);
    const bounds = staticRewardBounds(arm, Infinity, 100);
    expect(bounds.low).toBeCloseTo(10, 12);
    expect(bounds.high).toBeCloseTo(12, 10);
    const printed = staticRewardBounds(arm, Infinity, 100, { variant: "paper" });
    expect(printed.high).toBeCloseTo(10.2, 10);
    expect(mean - 5 * error).toBeGreaterThan(printed.high);
  });

  test.each([0.5, 3, 40])(
    "with cutoff 2 and reset 1, horizon %d: between r·τ and r·(τ + overshoot)",
    (horizon) => {
      const arm = knownArm(rewardOne(empirical([1, 1.5, 4, 9])), { resetting: constantResetting(1) });
      expect(rewardRate(arm, 2)).toBeCloseTo(2 / 8.5, 14);
      const bounds = staticRewardBounds(arm, 2, horizon);
      const { mean, error } = simulate(arm, 2, horizon, 20_000);
      expect(mean + 5 * error).toBeGreaterThan(bounds.low);
      expect(mean - 5 * error).toBeLessThan(bounds.high);
    },
  );
});
