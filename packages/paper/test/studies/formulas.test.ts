import { expect, test } from "vitest";
import { publishedRates } from "../../../sat/test/engine/solve-times.ts";
import { decades } from "../../src/claims/statistics.ts";
import { loadSet } from "../../src/studies/formulas.ts";
import { solvingCurve, solvingTimes } from "../../src/walk-sat/times.ts";

/**
 * The rates of fig:uf100 and fig:cbs-k3 on SATLIB's formulas; here are other formulas of the same kind, whose own spread, on both
 * sides, counts too. Sixteen rates within four standard errors: a false alarm in a thousand seeds; the maximum of a curve so
 * flat within a quarter.
 */
test.each([
  ["uf100-430", publishedRates.uf100, 235],
  ["CBS_k3_n100_m403_b30", publishedRates.cbs, 255],
] as const)(
  "the rate panel of generated %s is the table's within the spread of formulas, and peaks where it does",
  async (set, rates, best) => {
    const attempts = 8;
    const { formulas } = await loadSet(set, undefined, 150);
    const part = { set, first: 0, formulas, attempts, maxFlips: 1e4, noise: 0.5, seed: 1 };
    const { times } = solvingTimes.play(part);
    const curve = solvingCurve(times, attempts, Object.keys(rates).map(Number));
    Object.values(rates).forEach((expected, i) => {
      const error = (1000 * curve.margins[i] * Math.SQRT2) / 1.96;
      expect(Math.abs(1000 * curve.rates[i] - expected) / error, `r(${curve.cutoffs[i]})`).toBeLessThan(4);
    });
    const fine = solvingCurve(times, attempts, decades(2, 3, 20));
    expect(Math.abs(fine.cutoffs[fine.best] / best - 1)).toBeLessThan(0.25);
  },
);
