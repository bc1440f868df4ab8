import { describe, expect, test } from "vitest";
import { empirical } from "../../src/distributions/empirical.ts";
import type { Law } from "../../src/distributions/law.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { usageCentralMoment, usageMoment } from "../../src/distributions/moments.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { parseLaw } from "../../src/distributions/parse.ts";
import { stream } from "../../src/random/stream.ts";
import { draw, expectMean } from "../random/goodness-of-fit.ts";
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
  test("by hand: lognormal(0, 1) at 1.5 takes 0.9690 on average, and 1.4·0.3426 more with its resets", () => {
    const law = lognormal(1, 1);
    expect(usageMoment(law, 1, 1.5, 0)).toBeCloseTo(0.969, 3);
    expect(usageMoment(law, 1, 1.5, 1.4)).toBeCloseTo(0.969 + 1.4 * 0.3426, 3);
  });

  test("moments are those of simulated trials (100,000, within 4.9 standard errors)", () => {
    const law = pareto(1, 1.2);
    const random = stream(13);
    const usages = draw(100_000, () => {
      const time = law.sample(random);
      return time <= 3 ? time : 3 + 0.5;
    });
    for (const power of [-1, 0.5, 1, 2, 3]) {
      expectMean(
        usages.map((u) => u ** power),
        usageMoment(law, power, 3, 0.5),
      );
    }
    const mean = usageMoment(law, 1, 3, 0.5);
    for (const power of [2, 4] as const) {
      expectMean(
        usages.map((u) => (u - mean) ** power),
        usageCentralMoment(law, power, 3, 0.5),
      );
    }
  });

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

  test("a part that ends before the mean is no obstacle to the fourth moment", () => {
    const law = parseLaw("mixture(0.5*weibull(scale=4,shape=220),0.5*uniform(low=6,high=6.01))");
    // Nearly two equal atoms: variance 1, kurtosis 1.
    expect(usageVariance(law, Infinity, 0)).toBeCloseTo(1, 1);
    expect(usageKurtosis(law, Infinity, 0)).toBeCloseTo(1, 2);
  });

  test("a constant time has no variance", () => {
    expect(usageVariance(parseLaw("constant(value=3)"), 5, 1)).toBe(0);
    expect(usageVariance(parseLaw("constant(value=3)"), 2, 1)).toBe(0);
  });

  test.each([-1, NaN, Infinity])("refuses the resetting time %s", (resetting) => {
    expect(() => usageMoment(pareto(1, 2), 1, 3, resetting)).toThrow(
      /^usageMoment: resetting must be .*, got /,
    );
    expect(() => usageVariance(pareto(1, 2), 3, resetting)).toThrow(/resetting must be .*, got /);
  });
});
