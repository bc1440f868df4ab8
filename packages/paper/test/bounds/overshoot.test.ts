import { constant, empirical, exponential, mixture, rewardOne } from "@mulligan/core/distributions";
import { constantResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { type KnownArm, knownArm, optimal } from "@mulligan/core/theory";
import { describe, expect, test } from "vitest";
import {
  lordenOvershoot,
  optimalityGap,
  optimalRewardBound,
  overshootBound,
  staticRewardBounds,
} from "../../src/bounds/overshoot.ts";

/** A decision over whole times: equally likely (time, reward) pairs. */
type Lattice = readonly { readonly time: number; readonly reward: number }[];

/** OPT by dynamic programming over the time left, with full knowledge of the laws. */
function exactOptimum(decisions: readonly Lattice[], horizon: number): number[] {
  const value: number[] = [];
  for (let left = 0; left <= horizon; left++) {
    const worth = decisions.map((pairs) => {
      const sum = pairs.reduce(
        (s, { time, reward }) => s + reward + (time <= left ? value[left - time] : 0),
        0,
      );
      return sum / pairs.length;
    });
    value.push(Math.max(...worth));
  }
  return value;
}

describe("prop:rew-opt, a bound on eqn:opt-reward", () => {
  const cutoffs = [1, 2, 3, 6];
  const times = [
    [1, 6],
    [2, 3],
  ];

  test.each([0, 1])(
    "OPT, exact by dynamic programming, lies between r*τ and r*(τ + Φ); reset %d",
    (reset) => {
      const arms = times.map((t) =>
        knownArm(rewardOne(empirical(t)), { resetting: constantResetting(reset) }),
      );
      const decisions = times.flatMap((t) =>
        cutoffs.map((cutoff) =>
          t.map((time) => (time <= cutoff ? { time, reward: 1 } : { time: cutoff + reset, reward: 0 })),
        ),
      );
      const best = optimal(arms, { among: cutoffs });
      const gap = optimalityGap(arms, cutoffs);
      exactOptimum(decisions, 60).forEach((value, horizon) => {
        expect(value).toBeGreaterThanOrEqual(best.rate * horizon - 1e-12);
        const { low } = staticRewardBounds(arms[best.arm], best.cutoff, horizon);
        expect(value - low).toBeLessThanOrEqual(gap + 1e-12);
        if (horizon % 10 > 0) return;
        expect(value).toBeLessThanOrEqual(optimalRewardBound(arms, cutoffs, horizon) + 1e-12);
      });
    },
  );

  test("one exponential arm: the overshoot is exactly its mean 10, the bound within an eighth of it", () => {
    const bound = overshootBound([knownArm(rewardOne(exponential(10)))], [1, Infinity]);
    expect(bound).toBeGreaterThanOrEqual(10);
    expect(bound).toBeLessThan(11.25);
  });

  test("where two trials in three take no time, the third overshoots a short horizon by all of its 3", () => {
    expect(overshootBound([knownArm(rewardOne(empirical([0, 0, 3])))], [Infinity])).toBe(3);
    expect(overshootBound([knownArm(rewardOne(empirical([0, 0])))], [Infinity])).toBe(0);
  });

  test("a policy that switches can overshoot by more than the largest Lorden constant, never by more than Φ", () => {
    // Arms: 1, or rarely M, with p chosen so that E[U²]/E[U] = 20 for each of them.
    const target = 20;
    const values = Array.from({ length: 16 }, (_, j) => Math.round(22 * 1.3 ** j));
    const rare = values.map((most) => ({
      most,
      p: (target - 1) / (most * most - target * most + target - 1),
    }));
    const arms = rare.map(({ most, p }) =>
      knownArm(
        rewardOne(
          mixture([
            { weight: p, law: constant(most) },
            { weight: 1 - p, law: constant(1) },
          ]),
        ),
      ),
    );
    for (const arm of arms) expect(lordenOvershoot(arm, Infinity)).toBeCloseTo(target, 6);
    const overshoot: number[] = [];
    for (let left = 0; left <= 2000; left++) {
      const after = (time: number) => (time > left ? time - left : overshoot[left - time]);
      overshoot.push(Math.max(...rare.map(({ most, p }) => p * after(most) + (1 - p) * after(1))));
    }
    const worst = Math.max(...overshoot);
    expect(worst).toBeGreaterThan(target);
    expect(worst).toBeLessThanOrEqual(overshootBound(arms, [Infinity]));
  });
});

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
});
