import { describe, expect, test } from "vitest";
import { gammaP } from "../../src/distributions/special/gamma.ts";
import { betaVariate, gammaVariate } from "../../src/random/gamma.ts";
import { stream } from "../../src/random/stream.ts";
import { reference } from "../reference/reference.ts";
import { draw, expectCounts, expectMean, expectToFollow } from "./goodness-of-fit.ts";

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

  test("is 0 where it underflows", () => {
    expect(gammaVariate(stream(3, "tiny"), 1e-6)).toBe(0);
  });

  test.each([0, -1, NaN, Infinity])("refuses the shape %s", (shape) => {
    const random = stream(4);
    expect(() => gammaVariate(random, shape)).toThrow(/^gammaVariate: shape must be .*, got /);
  });
});

interface Table {
  shapes: [number, number];
  edges: number[];
  cdf: number[];
}
const { beta: tables } = reference<{ beta: Table[] }>("random");

describe.each(tables)("betaVariate of shapes $shapes", ({ shapes, edges, cdf }) => {
  const [alpha, beta] = shapes;
  const random = stream(5, "beta", alpha, beta);
  const samples = draw(40_000, () => betaVariate(random, alpha, beta));

  test("fills the intervals as scipy's incomplete beta function says (χ², false alarm 1e-6)", () => {
    expectCounts(samples, edges, cdf);
  });

  test("has its mean and its variance (within 4.9 standard errors)", () => {
    const mean = alpha / (alpha + beta);
    expectMean(samples, mean);
    expectMean(
      samples.map((x) => (x - mean) ** 2),
      (mean * (1 - mean)) / (alpha + beta + 1),
    );
  });

  test("is mirrored by swapping the shapes (χ², false alarm 1e-6)", () => {
    const mirrored = draw(20_000, () => betaVariate(random, beta, alpha));
    // 1 − x cannot tell apart what lies below the spacing of doubles near 1.
    const kept = edges.map((edge, i) => [1 - edge, 1 - cdf[i]] as const).filter(([x]) => x < 1 - 1e-9);
    kept.reverse();
    expectCounts(
      mirrored,
      kept.map(([x]) => x),
      kept.map(([, p]) => p),
    );
  });
});

describe("betaVariate", () => {
  test("of shapes (α, 1) is U^(1/α), of shapes (1, β) is 1 − U^(1/β) (KS over 40,000, false alarm 1e-6)", () => {
    const random = stream(6);
    // Not below ½: a tenth power puts 2% of the law within half a unit of the last place of 1.
    for (const shape of [0.5, 0.8, 1, 3, 200]) {
      expectToFollow(
        draw(40_000, () => betaVariate(random, shape, 1)),
        (x) => x ** shape,
      );
      expectToFollow(
        draw(40_000, () => betaVariate(random, 1, shape)),
        (x) => -Math.expm1(shape * Math.log1p(-x)),
      );
    }
  });

  test("is never NaN and stays in [0, 1], from the smallest to the largest shapes", () => {
    const random = stream(7);
    const shapes = [5e-324, 1e-308, 1e-100, 1e-9, 0.01, 0.5, 1, 7, 1e6, 1e12, 1e100, 1e308];
    for (const alpha of shapes) {
      for (const beta of shapes) {
        for (let i = 0; i < 20; i++) {
          const x = betaVariate(random, alpha, beta);
          expect(x >= 0 && x <= 1).toBe(true);
        }
      }
    }
  });

  test("with two vanishing shapes is a coin weighted by their proportion (within 4.9 standard errors)", () => {
    const random = stream(8);
    expectMean(
      draw(20_000, () => betaVariate(random, 1e-9, 3e-9)),
      0.25,
    );
    expectMean(
      draw(20_000, () => betaVariate(random, 1e-310, 3e-310)),
      0.25,
    );
  });

  test.each([
    [0, 1],
    [1, 0],
    [-1, 1],
    [NaN, 1],
    [1, NaN],
    [Infinity, 1],
    [1, Infinity],
  ])("refuses the shapes %s and %s", (alpha, beta) => {
    expect(() => betaVariate(stream(9), alpha, beta)).toThrow(/^betaVariate: shapes must be .*, got /);
  });
});
