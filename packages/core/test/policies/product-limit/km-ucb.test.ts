import { expect, test } from "vitest";
import { lognormal } from "../../../src/distributions/lognormal.ts";
import { rewardOne } from "../../../src/distributions/reward-one.ts";
import { CellArms } from "../../../src/policies/curve/cell-arms.ts";
import { largestBound } from "../../../src/policies/product-limit/km-ucb.ts";
import { checkArms } from "../../../src/problem/arm.ts";
import { listCutoffs } from "../../../src/problem/cutoffs.ts";
import { constantResetting } from "../../../src/problem/resetting.ts";
import { stream } from "../../../src/random/stream.ts";
import { stationary } from "../../../src/simulate/environment.ts";
import { estimate } from "../../../src/simulate/estimate.ts";
import { runExperiment } from "../../../src/simulate/experiment.ts";
import { knownArm } from "../../../src/theory/known-arm.ts";
import { rewardRate } from "../../../src/theory/reward-rate.ts";
import { describePolicy } from "../policy-conformance.ts";

describePolicy("km-ucb", { onList: true, chooses: true });
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
    const learned = new CellArms("test", { arms, cutoffs, random }, arms);
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

test("with auto cutoffs and a horizon it is not ruined by the long end of the grid", () => {
  const [row] = runExperiment({
    environment: stationary([knownArm(rewardOne(lognormal(0.9, 1.2)), { name: "a" })]),
    policies: [{ name: "km-ucb" }],
    horizons: [10_000],
    runs: 3,
    seed: 1,
  });
  expect(row!.efficiency.mean).toBeGreaterThan(0.9);
});
