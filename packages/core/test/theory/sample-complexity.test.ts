import { expect, test } from "vitest";
import type { Action } from "../../src/theory/action-table.ts";
import { meanComplexity, medianComplexity } from "../../src/theory/sample-complexity.ts";

const spread = { mean: 1, variance: 1, variation: 1, kurtosis: 1 };
const action: Action = {
  arm: 0,
  cutoff: 1,
  rate: 0.5,
  gap: 0.25,
  time: spread,
  reward: spread,
  variation: 2,
  kurtosis: 3,
  range: 4,
};

test("lem:sample-complexity by hand, z = 2, r* = 1, Δ = 1/4: 2·8² + 2·4·8 + 8·(3 + 16)", () => {
  expect(meanComplexity(action, 1, 2)).toBe(128 + 64 + 152);
});

test("the same for medians of means, ζ = 1: 2·88² + 1024·(3 + 1)", () => {
  expect(medianComplexity(action, 1, 2, 1)).toBe(2 * 88 ** 2 + 4096);
});

test("the closer an action is to the best, the more trials it takes, in the end with the square of 1/Δ", () => {
  const close = { ...action, gap: 1e-6 };
  const closer = { ...action, gap: 5e-7 };
  expect(meanComplexity(closer, 1, 2) / meanComplexity(close, 1, 2)).toBeCloseTo(4, 4);
  expect(medianComplexity(closer, 1, 2, 1) / medianComplexity(close, 1, 2, 1)).toBeCloseTo(4, 4);
});
