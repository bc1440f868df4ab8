import { expect, test } from "vitest";
import { sampleOf } from "../../src/analysis/sample.ts";
import { fitGeneralisedPareto, tailLift } from "../../src/analysis/tail-lift.ts";
import { parseLaw } from "../../src/distributions/index.ts";
import { runsOf } from "./runs-of.ts";

const quantiles = (notation: string, count: number) =>
  Float64Array.from({ length: count }, (_, i) => parseLaw(notation).quantile((i + 0.5) / count));

test.each([
  ["exponential(mean=2)", 0, 2],
  ["uniform(low=0,high=3)", -1, 3],
  ["pareto(scale=1,shape=2)", 0.5, 0.5],
])("the quantiles of %s have shape %f and scale %f", (notation, shape, scale) => {
  const found = fitGeneralisedPareto(
    quantiles(notation, 500).map((x) => (notation.startsWith("pareto") ? x - 1 : x)),
  );
  expect(Math.abs(found.shape - shape)).toBeLessThan(0.06);
  expect(found.scale / scale).toBeCloseTo(1, 1);
});

test("zeros at the threshold, as rounded times have them, are no harm", () => {
  const found = fitGeneralisedPareto(quantiles("exponential(mean=2)", 50).map(Math.round));
  expect(Math.abs(found.shape)).toBeLessThan(0.3);
});

const reading = { roots: 1.5, errors: 1 };
const lift = (notation: string, runs = 1_000) => tailLift(sampleOf(runsOf(notation, runs, 1)), reading);

test("a bounded tail hides nothing, an exponential one little, an infinite mean everything", () => {
  expect(lift("uniform(low=0,high=1)")).toBeLessThan(0.001);
  expect(lift("exponential(mean=1)")).toBeLessThan(0.05);
  expect(lift("pareto(scale=1,shape=0.5)")).toBe(Infinity);
  expect(lift("constant(value=1)")).toBe(0);
});

test("a tail of which more than a tenth was cut may be of any length", () => {
  const rows = runsOf("uniform(low=0,high=1)", 1_000, 1).map((row) =>
    row.time > 0.98 && row.time < 0.99 ? { ...row, completed: false, reward: 0 } : row,
  );
  expect(tailLift(sampleOf(rows), reading)).toBe(Infinity);
});
