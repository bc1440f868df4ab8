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
  const { rates, errors } = rateCurve(cells, constantResetting(1));
  expect([...rates]).toEqual([0.5 / (0.5 + 0.5 * 2), 0.5 / (0.5 + 0.5 * 3), 0.5 / (0.5 + 0.5 * 5)]);
  expect(errors.length).toBe(3); // nobody was seen beyond 4
});

test("of 400 bands of two standard errors, 95% hold the truth, and a few do not", () => {
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
    const { rates, errors } = rateCurve(cells, arm.resetting);
    truth.forEach((rate, place) => {
      if (Math.abs(rates[place] - rate) <= 2 * errors[place]) held += 1;
    });
  }
  // The mean is 381.8; the four of a run hang together, so that three standard deviations are at most 26.
  expect(held).toBeGreaterThan(355);
  expect(held).toBeLessThan(400);
});

test("nothing seen, nothing said", () => {
  expect(rateCurve(new ProductLimit(Float64Array.of(1, 2))).rates.length).toBe(0);
});
