import { expect, test } from "vitest";
import { rewardOne } from "../../../src/distributions/joint-law.ts";
import { lognormal } from "../../../src/distributions/lognormal.ts";
import { CellArms } from "../../../src/policies/product-limit/cell-arms.ts";
import { largestBound } from "../../../src/policies/product-limit/km-ucb.ts";
import { checkArms, constantResetting } from "../../../src/problem/arm.ts";
import { listCutoffs } from "../../../src/problem/cutoffs.ts";
import { stream } from "../../../src/random/stream.ts";
import { estimate } from "../../../src/simulate/experiment.ts";
import { knownArm } from "../../../src/theory/known-arm.ts";
import { rewardRate } from "../../../src/theory/reward-rate.ts";
import { describePolicy } from "../policy-conformance.ts";

describePolicy("km-ucb", { request: { cutoffs: "0.4,1,inf" }, chooses: true });

test("the delta-method variance is that of the estimated rate, over 2,000 data sets", () => {
  // Trials under two cutoffs, so that some are cut early; the rate at t = 2 with a reset of 0.3.
  const cutoffs = listCutoffs([0.25, 0.5, 1, 2]);
  const arms = checkArms([{ name: "a", resetting: constantResetting(0.3) }]);
  const law = lognormal(0.9, 1.2);
  const random = stream(1, "km-ucb variance");
  const rates: number[] = [];
  const variances: number[] = [];
  for (let set = 0; set < 2_000; set++) {
    const learned = new CellArms("test", { arms, cutoffs, random });
    for (let n = 0; n < 300; n++) {
      const cutoff = n % 3 === 0 ? 0.5 : 2;
      const time = law.sample(random);
      learned.observe(
        0,
        time <= cutoff ? { kind: "completed", time, reward: 1 } : { kind: "censored", time: cutoff },
      );
    }
    const { rate, variance } = largestBound(learned, 0, 0, 3);
    rates.push(rate);
    variances.push(variance);
  }
  const { mean, standardError } = estimate(rates);
  const measured = standardError ** 2 * rates.length;
  const truth = rewardRate(knownArm(rewardOne(law), { resetting: constantResetting(0.3) }), 2);
  // A variance over 2,000 sets has a relative error of 3%; smoothing adds some: 15% is five of them.
  expect(estimate(variances).mean / measured).toBeGreaterThan(0.85);
  expect(estimate(variances).mean / measured).toBeLessThan(1.15);
  expect(Math.abs(mean - truth)).toBeLessThan(6 * standardError + 0.005 * truth);
});

test("rewards that vary add their own variance: two cells, worked by hand", () => {
  // Of 8 trials up to 2, four complete at 1 and four at 2, the last cell having no end, so that survival is 0
  // after it and only the first cell's hazard is unsure. Rewards: 1 of 4, and 3 of 4.
  const arms = checkArms([{ name: "a" }]);
  const cutoffs = listCutoffs([1, Infinity]);
  const learnedFrom = (rewards: number[]) => {
    const learned = new CellArms("test", { arms, cutoffs, random: stream(1, "unused") });
    rewards.forEach((reward, trial) => {
      learned.observe(0, { kind: "completed", time: trial < 4 ? 1 : 2, reward });
    });
    return largestBound(learned, 0, 0, 1);
  };
  // E[V] = ½, E[U] = 3/2, r = 1/3. Hazard: h = 4.5/9 = ½ and n = 8, weight ¼/8 = 1/32;
  // P = ¼ + ⅛·2 = ½, Q = 0 + 1·2 = 2 (U = ½·1 + ½·1), P − rQ = −1/6, so (1/32)/36.
  // Rewards: shares of ½, ρ smoothed to 1.5/5 and 3.5/5, so ¼·0.21/4 for either cell.
  const varying = learnedFrom([1, 0, 0, 0, 1, 1, 1, 0]);
  expect(varying.rate).toBeCloseTo(1 / 3, 12);
  expect(varying.variance).toBeCloseTo((1 / 1152 + 0.02625) / 2.25, 12);
  // All 1: r = 2/3, P = 1 + ½·2 = 2, Q = 2, P − rQ = 2/3, and no noise of rewards.
  const ones = learnedFrom([1, 1, 1, 1, 1, 1, 1, 1]);
  expect(ones.variance).toBeCloseTo(4 / 9 / 32 / 2.25, 12);
});
