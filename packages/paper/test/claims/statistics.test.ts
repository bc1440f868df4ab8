import { expect, test } from "vitest";
import {
  jackknife,
  meanInterval,
  meanOf,
  shareInterval,
  studentQuantile,
} from "../../src/claims/statistics.ts";

test("for a mean, the jackknife is Student's interval", () => {
  // Mean 2, standard error √(1/3), t with two degrees 4.303.
  expect(jackknife([1, 2, 3], meanOf).high).toBeCloseTo(meanInterval([1, 2, 3]).high, 9);
  const { estimate, low, high } = meanInterval([1, 2, 3]);
  expect(estimate).toBe(2);
  expect(high - 2).toBeCloseTo(4.303 / Math.sqrt(3), 9);
  expect(2 - low).toBeCloseTo(4.303 / Math.sqrt(3), 9);
});

test("Student's quantile agrees with the tables", () => {
  for (const [degrees, value] of [
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [5, 2.571],
    [11, 2.201],
    [39, 2.023],
    [1000, 1.962],
  ]) {
    expect(Math.abs(studentQuantile(degrees) / value - 1)).toBeLessThan(0.002);
  }
});

test("of one run nothing is known but its value, equal runs have an empty interval", () => {
  expect(jackknife([7], ([only]) => only)).toEqual({ estimate: 7, low: -Infinity, high: Infinity });
  expect(meanInterval([4, 4, 4])).toEqual({ estimate: 4, low: 4, high: 4 });
});

test("Wilson: nothing of a hundred is below z²/(100 + z²), and mirrored for all", () => {
  const z2 = 1.959964 ** 2;
  expect(shareInterval(0, 100).high).toBeCloseTo(z2 / (100 + z2), 9);
  expect(shareInterval(0, 100).low).toBe(0);
  expect(shareInterval(100, 100).low).toBeCloseTo(100 / (100 + z2), 9);
});
