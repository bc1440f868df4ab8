import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { empirical } from "../../src/distributions/empirical.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { stream } from "../../src/random/stream.ts";
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
    expect(law.partialMoment(2, 3)).toBe((1 + 4 + 9) / 4);
    expect(law.quantile(0.75)).toBe(3);
    expect(law.quantile(0.7500001)).toBe(4);
    expect(law.breaks).toEqual([1, 2, 3, 4]);
  });

  test("quantile(k/n) is the k-th time, for every n, though k/n is rounded", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (n) => {
        const law = empirical(Array.from({ length: n }, (_, i) => i + 1));
        for (let k = 1; k <= n; k++) expect(law.quantile(k / n)).toBe(k);
      }),
    );
  });

  test("it does not change its argument nor follow later changes of it", () => {
    const times = [3, 1, 2];
    const law = empirical(times);
    expect(times).toEqual([3, 1, 2]);
    times[0] = 100;
    expect(law.support.high).toBe(3);
  });

  test("a time of 0 makes negative moments infinite, not NaN", () => {
    const law = empirical([0, 1, 2]);
    expect(law.partialMoment(-1, 1)).toBe(Infinity);
    expect(law.partialMoment(-1, 2)).toBe(Infinity);
    expect(law.partialMoment(0, 0)).toBe(1 / 3);
  });

  test("a million times are summed exactly and drawn like the law behind them", () => {
    const random = stream(12);
    const times = Float64Array.from({ length: 1_000_000 }, () => exponential(1).sample(random));
    const law = empirical(times);
    expect(Math.abs(law.mean - 1)).toBeLessThan(0.006);
    expect(Math.abs(law.meanMin(1) - exponential(1).meanMin(1))).toBeLessThan(0.003);
    expect(law.partialMoment(2, Infinity)).toBeGreaterThan(1.9);
    expect(law.support.low).toBeGreaterThanOrEqual(0);
    const tenths = empirical(new Float64Array(1_000_000).fill(0.1));
    expectClose(tenths.mean, 0.1, 1e-15);
  });
});
