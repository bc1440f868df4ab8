import { describe, expect, test } from "vitest";
import { groupCount, medianOfMeans, medianOfVariances } from "../../src/theory/median-of-means.ts";

describe("median of means (eqn:med-of-means)", () => {
  test("groups: log(1/δ) = 2 makes eight, log(1/δ) = 0 makes one", () => {
    expect(groupCount(2)).toBe(8);
    expect(groupCount(0)).toBe(1);
    expect(groupCount(2.01 * Math.log(1000))).toBe(49);
  });

  test("three groups of two, by hand", () => {
    const values = [1, 3, 10, 20, 100, 1000];
    expect(medianOfMeans(values, 3)).toBe(15);
    expect(medianOfVariances(values, 3)).toBe(25);
  });

  test("an even number of groups takes the mean of the middle two", () => {
    expect(medianOfMeans([1, 1, 3, 3], 2)).toBe(2);
  });

  test("E12: the remainder is spread, not dropped: the printed ⌊7/3⌋ = 2 would ignore the last value", () => {
    expect(medianOfMeans([1, 1, 4, 4, 7, 7, 700], 3)).toBe(4);
    expect(medianOfMeans([1, 1, 1, 1, 1, 1, 700], 1)).toBeCloseTo(706 / 7, 12);
    // Sizes 2, 2, 3: the last group holds the outlier, so that its mean is 200, not 5.
    expect(medianOfMeans([0, 0, 300, 300, 5, 5, 590], 3)).toBe(200);
  });

  test("E12: a group of one would claim variance 0, so fewer than 2m values are refused", () => {
    expect(() => medianOfMeans([1, 2, 3, 4, 5], 3)).toThrow(
      "medianOfMeans: 3 groups need at least 6 values, got 5",
    );
    expect(() => medianOfVariances([1], 1)).toThrow(
      "medianOfVariances: 1 groups need at least 2 values, got 1",
    );
    expect(() => medianOfMeans([1, 2], 0)).toThrow(
      "medianOfMeans: groups must be a whole number of at least 1, got 0",
    );
  });
});
