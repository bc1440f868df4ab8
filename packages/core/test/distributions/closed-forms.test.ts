import { describe, test } from "vitest";
import { parseLaw } from "../../src/distributions/parse-law.ts";
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
