import { expect, test } from "vitest";
import { exponential } from "../../src/distributions/exponential.ts";
import {
  checkArms,
  constantResetting,
  noResetting,
  proportionalResetting,
  randomResetting,
  resettingFunction,
} from "../../src/problem/arm.ts";
import { horizon } from "../../src/problem/outcome.ts";

test("each kind of resetting time gives its mean", () => {
  expect(noResetting.mean(3)).toBe(0);
  expect(constantResetting(0.1).mean(3)).toBe(0.1);
  expect(proportionalResetting(0.2).mean(3)).toBeCloseTo(0.6, 15);
  expect(resettingFunction((t) => Math.sqrt(t)).mean(4)).toBe(2);
  expect(randomResetting(exponential(0.5)).mean(3)).toBe(0.5);
});

test("waiting for the end is never cut and pays nothing, not 0·∞", () => {
  expect(proportionalResetting(0).mean(Infinity)).toBe(0);
  expect(resettingFunction((t) => t).mean(Infinity)).toBe(0);
});

test("a random resetting time is drawn by its quantiles and is not known to learners", () => {
  const resetting = randomResetting(exponential(2));
  expect(resetting.known).toBe(false);
  expect(resetting.sample(1, () => 0.5)).toBeCloseTo(2 * Math.LN2, 12);
});

test.each<[() => unknown, string]>([
  [() => constantResetting(-1), "constantResetting: time must be a finite number of at least 0, got -1"],
  [() => constantResetting(Number.NaN), "got NaN"],
  [() => proportionalResetting(-0.1), "proportionalResetting: share must be a finite number of at least 0"],
  [
    () => resettingFunction(() => -1).mean(2),
    "resettingFunction: C(2) must be a finite number of at least 0, got -1",
  ],
  [
    () => randomResetting({ mean: Infinity, quantile: () => 0 }),
    "randomResetting: the mean must be a finite number",
  ],
  [() => checkArms([]), "arms: at least one must be given, got none"],
  [() => checkArms(["a", "a"]), 'arms: each name may be given once, got "a" twice'],
  [() => checkArms([""]), "arms: a name must be a non-empty string"],
  [() => horizon(0), "horizon: time must be a finite number above 0, got 0"],
  [() => horizon(1, "loose" as "strict"), 'horizon: rule must be inclusive or strict, got "loose"'],
])("bad arguments are refused: %#", (make, message) => {
  expect(make).toThrow(message);
});
