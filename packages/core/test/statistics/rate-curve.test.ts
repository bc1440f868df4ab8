import { expect, test } from "vitest";
import { exponential } from "../../src/distributions/exponential.ts";
import { rewardOne } from "../../src/distributions/joint-law.ts";
import { constantResetting } from "../../src/problem/arm.ts";
import { stream } from "../../src/random/stream.ts";
import { ProductLimit } from "../../src/statistics/product-limit.ts";
import { rateCurve } from "../../src/statistics/rate-curve.ts";
import { knownArm } from "../../src/theory/known-arm.ts";
import { rewardRate } from "../../src/theory/reward-rate.ts";

test("worked by hand: of four trials two complete at 1, one is cut at 2, one at 4", () => {
  const cells = new ProductLimit(Float64Array.of(1, 2, 4, 8));
  cells.observe({ kind: "completed", time: 1, reward: 1 });
  cells.observe({ kind: "completed", time: 1, reward: 1 });
  cells.observe({ kind: "censored", time: 2 });
  cells.observe({ kind: "censored", time: 4 });
  // Half of the trials are over at 1; the others take as long as they are given, and what a cut costs.
  const { rates, high } = rateCurve(cells, constantResetting(1), 1);
  expect([...rates]).toEqual([0.5 / (0.5 + 0.5 * 2), 0.5 / (0.5 + 0.5 * 3), 0.5 / (0.5 + 0.5 * 5)]);
  expect(high.length).toBe(3); // no trial went beyond 4
  expect(rateCurve(cells).rates.length, "fewer than ten trials").toBe(0);
});

test("without a policy that chooses, the band is as wide as it must be: 95% of 400 hold the truth, and a few do not", () => {
  const arm = knownArm(rewardOne(exponential(1)), { resetting: constantResetting(0.3) });
  const edges = Float64Array.of(0.25, 0.5, 1, 2);
  const truth = [...edges].map((edge) => rewardRate(arm, edge));
  let held = 0;
  for (let run = 0; run < 100; run++) {
    const random = stream(run, "rate-curve");
    const cells = new ProductLimit(edges);
    for (let trial = 0; trial < 300; trial++) {
      const time = arm.law.time.sample(random);
      const cutoff = edges[trial % 4];
      cells.observe(
        time <= cutoff ? { kind: "completed", time, reward: 1 } : { kind: "censored", time: cutoff },
      );
    }
    const { low, high } = rateCurve(cells, arm.resetting);
    truth.forEach((rate, place) => {
      if (low[place] <= rate && rate <= high[place]) held += 1;
    });
  }
  // The mean is 385; the four of a run hang together, so that three standard deviations are at most 26.
  expect(held).toBeGreaterThan(359);
  expect(held).toBeLessThan(400);
});
