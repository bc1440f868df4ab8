import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedSpread, kurtosisBound } from "../../src/theory/bounded-spread.ts";
import { meanSampleSize } from "../../src/theory/concentration-sample-size.ts";
import { spreadOf } from "../../src/theory/trial-moments.ts";

/** Second and fourth central moments of a coin that shows b with chance p. */
function coin(p: number, b: number) {
  const second = p * (1 - p) * b ** 2;
  return spreadOf(p * b, second, p * (1 - p) * ((1 - p) ** 3 + p ** 3) * b ** 4);
}

test("E16: Bernoulli(0.01) has kurtosis 98.01, above the paper's b² = 1 and below b²/Var = 101.01", () => {
  const { kurtosis, variance } = coin(0.01, 1);
  expect(kurtosis).toBeCloseTo(98.0101, 3);
  expect(kurtosisBound(1, variance)).toBeCloseTo(101.0101, 3);
});

test("no sample in [0, b] exceeds it", () => {
  const samples = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(samples, fc.double({ min: 0.01, max: 100, noNaN: true }), (shares, range) => {
      const values = shares.map((share) => share * range);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const central = (power: number) =>
        values.reduce((sum, value) => sum + (value - mean) ** power, 0) / values.length;
      fc.pre(central(2) > 1e-9 * range ** 2);
      const bound = kurtosisBound(range, Math.min(central(2), range ** 2 / 4));
      expect(central(4) / central(2) ** 2).toBeLessThanOrEqual(bound * (1 + 1e-9));
    }),
  );
});

test("who knows only mean, variance and range gets a sample size that is enough", () => {
  const exact = { ...coin(0.3, 10), range: 10 };
  const known = boundedSpread(exact.mean, exact.variance, 10);
  expect(known.variation).toBeCloseTo(exact.variation, 12);
  expect(meanSampleSize(known, known, 0.5, 1)).toBeGreaterThan(meanSampleSize(exact, exact, 0.5, 1));
  expect(boundedSpread(1, 0, 1).kurtosis).toBe(0);
});

test("a variance that no variable in [0, b] has is refused", () => {
  expect(() => kurtosisBound(1, 0.26)).toThrow("variance must lie in [0, range²/4], got 0.26");
  expect(() => kurtosisBound(-1, 0)).toThrow("range must be at least 0, got -1");
});
