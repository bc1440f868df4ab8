import { expect, test } from "vitest";
import { largestRate, longestNearRate } from "../../../src/policies/curve/near-best.ts";

const curve = (reward: number[], usage: number[]) => ({
  reward: Float64Array.from(reward),
  usage: Float64Array.from(usage),
});

/** Rates 0.2, 0.5, 0.499, 0.25. */
const peaked = curve([0.1, 0.5, 0.998, 1], [0.5, 1, 2, 4]);

test("the largest rate, of all cutoffs or of those from a place on", () => {
  expect(largestRate(peaked)).toBe(0.5);
  expect(largestRate(peaked, 2)).toBe(0.499);
});

test("the longest cutoff with a rate near the best is taken, and never one before the place to begin at", () => {
  expect(longestNearRate(peaked, 0.5)).toBe(1);
  expect(longestNearRate(peaked, 0.5 * 0.995)).toBe(2);
  expect(longestNearRate(peaked, 0.6)).toBe(0);
  expect(longestNearRate(peaked, 0.6, 2)).toBe(2);
  const nothing = curve([0, 0, 0], [1, 2, 3]);
  expect(longestNearRate(nothing, largestRate(nothing))).toBe(2);
});
