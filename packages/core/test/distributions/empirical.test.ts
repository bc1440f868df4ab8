import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { empirical } from "../../src/distributions/empirical.ts";
import { expectClose } from "./expect-close.ts";
import { conformsAsLaw } from "./law-conformance.ts";

const data = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3.5];
const read = (name: string) => (name === "flips.csv" ? data : [1]);

conformsAsLaw(empirical(data, "flips.csv"), {
  read,
  refused: [
    () => empirical([]),
    () => empirical([1, NaN]),
    () => empirical([1, -1]),
    () => empirical([Infinity]),
  ],
});
conformsAsLaw(empirical([1], 'a "quoted" (odd), name.csv'), { read });

describe("empirical", () => {
  test("by hand: three of 1, 2, 3, 4 are at most 3", () => {
    const law = empirical([4, 2, 1, 3]);
    expect(law.cdf(3)).toBe(0.75);
    expect(law.survival(3)).toBe(0.25);
    expect(law.meanMin(3)).toBe((1 + 2 + 3 + 3) / 4);
    // More powers than it keeps the sums of.
    for (let power = 20; power > 1; power--) {
      expectClose(law.partialMoment(power, 3), (1 + 2 ** power + 3 ** power) / 4, 1e-14);
    }
    expect(law.quantile(0.75)).toBe(3);
    expect(law.quantile(0.7500001)).toBe(4);
    expect(law.breaks).toEqual([1, 2, 3, 4]);
  });

  test("quantile(k/n) is the k-th time, for every n, though k/n is rounded", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (n) => {
        const ranks = Array.from({ length: n }, (_, i) => i + 1);
        const law = empirical(ranks);
        expect(ranks.filter((k) => law.quantile(k / n) !== k)).toEqual([]);
      }),
    );
  });

  test("a time of 0 makes negative moments infinite, not NaN", () => {
    const law = empirical([0, 1, 2]);
    expect(law.partialMoment(-1, 1)).toBe(Infinity);
    expect(law.partialMoment(-1, 2)).toBe(Infinity);
    expect(law.partialMoment(0, 0)).toBe(1 / 3);
  });

  test("a million equal times have that mean, but for its rounding", () => {
    expectClose(empirical(new Float64Array(1_000_000).fill(0.1)).mean, 0.1, 1e-15);
  });
});
