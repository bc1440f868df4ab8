import { describe, expect, test } from "vitest";
import { gammaP } from "../../src/distributions/special/gamma.ts";
import { gammaVariate, logGammaVariate } from "../../src/random/gamma.ts";
import { stream } from "../../src/random/stream.ts";
import { draw, expectMean, expectToFollow } from "./goodness-of-fit.ts";

describe.each([0.01, 0.3, 0.999, 1, 1.5, 3, 40, 1e6])("gammaVariate of shape %s", (shape) => {
  const random = stream(2, "gamma", shape);
  const samples = draw(50_000, () => gammaVariate(random, shape));

  test("follows the regularised incomplete gamma function (KS over 50,000, false alarm 1e-6)", () => {
    expectToFollow(samples, (x) => gammaP(shape, x));
  });

  test("has mean and variance equal to the shape (within 4.9 standard errors)", () => {
    expectMean(samples, shape);
    expectMean(
      samples.map((x) => (x - shape) ** 2),
      shape,
    );
  });

  test("has the law of exp(logGammaVariate)", () => {
    const logs = draw(20_000, () => logGammaVariate(random, shape));
    expectToFollow(logs, (x) => gammaP(shape, Math.exp(x)));
  });
});

describe("gammaVariate", () => {
  test("its squeeze never accepts what the exact test would refuse", () => {
    let worst = -Infinity;
    for (const d of [2 / 3, 1, 3, 30, 1e4]) {
      const c = 1 / Math.sqrt(9 * d);
      for (let x = -1 / c + 1e-9; x < 8; x += 1e-3) {
        const v = (1 + c * x) ** 3;
        const exact = Math.exp(0.5 * x * x + d * (1 - v + Math.log(v)));
        worst = Math.max(worst, 1 - (0.0331 * (2 / 3) * x ** 4) / d - exact);
      }
    }
    expect(worst).toBeLessThan(1e-12);
  });

  test("logGammaVariate stays finite where the variate itself underflows", () => {
    const random = stream(3, "tiny");
    const logs = draw(1000, () => logGammaVariate(random, 1e-6));
    expect(logs.every(Number.isFinite)).toBe(true);
    expect(gammaVariate(random, 1e-6)).toBe(0);
    // shape·log X tends to minus an exponential variate.
    expectToFollow(
      logs.map((x) => -x * 1e-6),
      (x) => -Math.expm1(-x),
    );
  });

  test.each([0, -1, NaN, Infinity])("refuses the shape %s", (shape) => {
    const random = stream(4);
    expect(() => gammaVariate(random, shape)).toThrow(/^gammaVariate: shape must be .*, got /);
    expect(() => logGammaVariate(random, shape)).toThrow(/^logGammaVariate: shape must be .*, got /);
  });
});
