import { describe, expect, test } from "vitest";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { parseLaw } from "../../src/distributions/parse.ts";
import { weibull } from "../../src/distributions/weibull.ts";
import { reference } from "../reference/reference.ts";
import { expectClose } from "./expect-close.ts";

interface Reference {
  powers: number[];
  laws: { law: string; totals: number[]; points: number[][]; quantiles: [number, number][] }[];
}
const { powers, laws } = reference<Reference>("laws");

describe.each(laws)("$law against mpmath", ({ law: notation, totals, points, quantiles }) => {
  const law = parseLaw(notation);

  test("cdf and survival to 1e-10 of their value, tails included", () => {
    for (const [time, cdf, survival] of points) {
      expectClose(law.cdf(time!), cdf!, 1e-10, `cdf(${time})`);
      expectClose(law.survival(time!), survival!, 1e-10, `survival(${time})`);
    }
  });

  test("E[min(X, t)] to 1e-12 and the truncated moments to 1e-10 of their value", () => {
    for (const [time, _cdf, _survival, meanMin, ...moments] of points) {
      expectClose(law.meanMin(time!), meanMin!, 1e-12, `meanMin(${time})`);
      powers.forEach((power, i) => {
        expectClose(law.partialMoment(power, time!), moments[i], 1e-10, `E[X^${power} ; X ≤ ${time}]`);
      });
    }
  });

  test("moments, infinite ones included", () => {
    powers.forEach((power, i) => {
      expectClose(law.partialMoment(power, Infinity), totals[i], 1e-10, `E[X^${power}]`);
    });
    expectClose(law.mean, totals[powers.indexOf(1)], 1e-12);
  });

  test("quantiles to 1e-10 of their value", () => {
    for (const [p, time] of quantiles) expectClose(law.quantile(p), time, 1e-10, `quantile(${p})`);
  });
});

test("survival far from the scale is right though the ratio of the two is no number", () => {
  // (10⁶⁰⁰)^−0.001, exp(−(10⁶⁰⁰)^0.001), and Φ(−log(10⁶⁰⁰)/1000).
  expect(pareto(1e-300, 1e-3).survival(1e300)).toBeCloseTo(10 ** -0.6, 12);
  expect(weibull(1e-300, 1e-3).survival(1e300)).toBeCloseTo(Math.exp(-(10 ** 0.6)), 12);
  const z = (600 * Math.LN10) / 1_000;
  expect(lognormal(1e-300, 1_000).survival(1e300)).toBeCloseTo(lognormal(1, 1).survival(Math.exp(z)), 12);
  expect(lognormal(1e-300, 1_000).cdf(1e300)).toBeCloseTo(lognormal(1, 1).cdf(Math.exp(z)), 12);
});
