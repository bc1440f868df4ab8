import { expect, test } from "vitest";
import { sampleOf } from "../../src/analysis/sample.ts";
import { WeightedCurve } from "../../src/analysis/weighted-curve.ts";
import { parseResetting } from "../../src/distributions/index.ts";
import { noResetting } from "../../src/problem/index.ts";
import { stream } from "../../src/random/index.ts";
import { runsOf } from "./runs-of.ts";

const RUNS = 80;

/** The square root of the sum of squares of the derivatives by the weights (infinitesimal jackknife). */
function byDerivatives(curve: WeightedCurve, value: () => number): number {
  const weights = new Float64Array(RUNS).fill(1);
  let total = 0;
  for (let i = 0; i < RUNS; i++) {
    const [above, below] = [1e-5, -1e-5].map((step) => {
      weights[i] = 1 + step;
      curve.compute(weights);
      return value();
    });
    weights[i] = 1;
    total += ((above - below) / 2e-5) ** 2;
  }
  curve.compute(weights);
  return Math.sqrt(total);
}

test.each([
  ["none", RUNS - 1],
  ["constant(0.3)", RUNS - 1],
  ["none", 75],
])(
  "resetting %s, waiting until run %i: the standard error is that of the derivatives",
  (resetting, until) => {
    const curve = new WeightedCurve(
      sampleOf(runsOf("lognormal(median=1,sigma=1)", RUNS, 1)),
      parseResetting(resetting),
    );
    for (const i of [5, 20, 50, 70]) {
      const expected = byDerivatives(curve, () => curve.logGain(i, until));
      expect(curve.standardError(i, until) / expected).toBeCloseTo(1, 3);
    }
  },
);

test("with rewards that differ and runs that were cut it is within a few percent", () => {
  const random = stream(3, "test");
  const rows = runsOf("lognormal(median=1,sigma=1)", RUNS, 1).map((row) => ({
    ...row,
    reward: random.uniform(),
    ...(random.uniform() < 0.2 ? { completed: false, reward: 0 } : {}),
  }));
  const curve = new WeightedCurve(sampleOf(rows), noResetting);
  const weights = new Float64Array(RUNS).fill(1);
  curve.compute(weights);
  for (const i of [20, 40, 60].filter((place) => curve.reward[place] > 0)) {
    const expected = byDerivatives(curve, () => curve.logGain(i));
    expect(Math.abs(Math.log(curve.standardError(i) / expected))).toBeLessThan(0.05);
  }
});
