import fc from "fast-check";
import { expect, test } from "vitest";
import { Moments } from "../../src/statistics/moments.ts";

const of = (values: readonly number[]) => {
  const moments = new Moments();
  for (const value of values) moments.add(value);
  return moments;
};
const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { maxLength: 40 });

test("eqn:emp-mean, eqn:emp-var: mean and variance of 2, 4, 4, 4, 5, 5, 7, 9 are 5 and 4", () => {
  const moments = of([2, 4, 4, 4, 5, 5, 7, 9]);
  expect(moments.mean).toBe(5);
  expect(moments.variance).toBe(4);
});

test("a variance of 22.5 survives an offset of 10⁹, where a difference of squares gives garbage", () => {
  const data = [4, 7, 13, 16].map((x) => x + 1e9);
  expect(of(data).variance).toBeCloseTo(22.5, 6);
  const naive = data.reduce((s, x) => s + x * x, 0) / 4 - (data.reduce((s, x) => s + x, 0) / 4) ** 2;
  expect(Math.abs(naive - 22.5)).toBeGreaterThan(1);
});

test("merging two streams equals one stream, in either order", () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const whole = of([...a, ...b]);
      const forward = of(a);
      forward.merge(of(b));
      const backward = of(b);
      backward.merge(of(a));
      for (const merged of [forward, backward]) {
        expect(merged.count).toBe(whole.count);
        expect(merged.mean).toBeCloseTo(whole.mean, 8);
        expect(merged.variance).toBeCloseTo(whole.variance, 6);
      }
    }),
  );
});

test("at 2⁵³ counts a merge still adds up, and one more value changes nothing it should not", () => {
  const huge = new Moments();
  Object.assign(huge, { count: 2 ** 53, mean: 3, squares: 2 ** 53 });
  const other = new Moments();
  Object.assign(other, { count: 2 ** 53, mean: 5, squares: 2 ** 53 });
  huge.merge(other);
  expect(huge.count).toBe(2 ** 54);
  expect(huge.mean).toBe(4);
  expect(huge.variance).toBe(2); // 1 within, 1 between
  huge.add(4);
  expect(huge.mean).toBe(4);
  expect(huge.variance).toBe(2);
});

test("times of a law without a mean never give NaN", () => {
  const moments = of([1e-300, 1e300, 1e-300, 1e308]);
  expect(moments.variance).toBe(Infinity);
  expect(Number.isNaN(moments.mean)).toBe(false);
});

test("forgetting scales the count and keeps mean and variance", () => {
  const moments = of([1, 2, 3, 4]);
  const { mean, variance } = moments;
  moments.scale(0.25);
  expect([moments.count, moments.mean, moments.variance]).toEqual([1, mean, variance]);
});
