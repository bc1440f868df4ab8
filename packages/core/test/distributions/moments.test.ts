import { describe, expect, test } from "vitest";
import { empirical } from "../../src/distributions/empirical.ts";
import type { Law } from "../../src/distributions/law.ts";
import { usageCentralMoment, usageMoment } from "../../src/distributions/moments.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { parseLaw } from "../../src/distributions/parse.ts";
import { reference } from "../reference/reference.ts";
import { expectClose } from "./expect-close.ts";

type Row = [law: string, cutoff: number, resetting: number, mean: number, variance: number, kurtosis: number];
const { spreads } = reference<{ spreads: Row[] }>("laws");

const usageVariance = (law: Law, cutoff: number, resetting: number) =>
  usageCentralMoment(law, 2, cutoff, resetting);
/** Divided twice, since the square of a large variance may be infinite. */
const usageKurtosis = (law: Law, cutoff: number, resetting: number) => {
  const variance = usageVariance(law, cutoff, resetting);
  return usageCentralMoment(law, 4, cutoff, resetting) / variance / variance;
};

describe.each(spreads)(
  "U of %s at cutoff %s with resetting time %s",
  (text, cutoff, resetting, ...expected) => {
    const [mean, variance, kurtosis] = expected;
    const law = parseLaw(text);

    test("has the mean, variance and kurtosis that mpmath gives, to 1e-9", () => {
      expectClose(usageMoment(law, 1, cutoff, resetting), mean, 1e-12);
      expectClose(usageVariance(law, cutoff, resetting), variance, 1e-9);
      expectClose(usageKurtosis(law, cutoff, resetting), kurtosis, 1e-9);
    });
  },
);

describe("usage", () => {
  test("without a cutoff the resetting time is never paid", () => {
    const law = pareto(1, 3);
    expect(usageMoment(law, 1, Infinity, 7)).toBe(law.mean);
    expect(usageMoment(law, 2, Infinity, 7)).toBe(law.partialMoment(2, Infinity));
    expect(usageVariance(pareto(1, 1.2), Infinity, 0)).toBe(Infinity);
    expect(usageKurtosis(law, Infinity, 0)).toBe(Infinity);
  });

  test("nearly equal measured times keep all digits of their variance", () => {
    const law = empirical([1e6, 1e6 + 1, 1e6 + 2]);
    expectClose(usageVariance(law, Infinity, 0), 2 / 3, 1e-12);
    expectClose(usageKurtosis(law, Infinity, 0), 1.5, 1e-12);
  });

  test.each([-1, NaN, Infinity])("refuses the resetting time %s", (resetting) => {
    expect(() => usageMoment(pareto(1, 2), 1, 3, resetting)).toThrow(
      /^usageMoment: resetting must be .*, got /,
    );
    expect(() => usageVariance(pareto(1, 2), 3, resetting)).toThrow(/resetting must be .*, got /);
  });
});
