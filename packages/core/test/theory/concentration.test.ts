import { expect, test } from "vitest";
import {
  bernsteinRadius,
  confidenceFactor,
  groupCount,
  medianRadius,
} from "../../src/theory/concentration.ts";

test("Bernstein (eqn:emp-radius): 4 samples, variance 2, range 3, log term 1 give 9/4 + 1", () => {
  expect(bernsteinRadius(4, 2, 3, 1)).toBe(3.25);
});

test("E8: with C = 10t the printed range fails 15 times as often as δ allows, t + C does not", () => {
  // U is nearly 0, or 11 (t = 1 and the reset) with probability p. n samples without a cut show mean 0
  // and variance 0; that happens with probability (1−p)ⁿ, and the truth is then 11p away.
  const [count, delta] = [1000, 0.01];
  const logTerm = Math.log(1 / delta);
  const p = (4.5 * logTerm) / (11 * count);
  expect((1 - p) ** count).toBeGreaterThan(15 * delta);
  expect(11 * p).toBeGreaterThan(bernsteinRadius(count, 0, 1, logTerm));
  expect(11 * p).toBeLessThan(bernsteinRadius(count, 0, 11, logTerm));
});

test("median of means (eqn:med-radius): 200 samples, variance 4, log term 1 give 11·√(8/200)", () => {
  expect(medianRadius(200, 4, 1)).toBeCloseTo(2.2, 12);
});

test("the factor is 1 at β = 0, 4.5 at β = 1/2, and refused at 1", () => {
  expect(confidenceFactor(0)).toBe(1);
  expect(confidenceFactor(0.5)).toBe(4.5);
  expect(() => confidenceFactor(1)).toThrow("confidenceFactor: beta must lie in [0, 1), got 1");
  expect(() => confidenceFactor(Number.NaN)).toThrow("got NaN");
});

test("groups: log(1/δ) = 2 makes eight, log(1/δ) = 0 makes one", () => {
  expect(groupCount(2)).toBe(8);
  expect(groupCount(0)).toBe(1);
  expect(groupCount(2.01 * Math.log(1000))).toBe(49);
});
