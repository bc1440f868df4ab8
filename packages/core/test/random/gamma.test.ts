import { describe, expect, test } from "vitest";
import { gammaP } from "../../src/distributions/special/gamma.ts";
import { betaVariate, gammaVariate } from "../../src/random/gamma.ts";
import { stream } from "../../src/random/stream.ts";
import { reference } from "../reference/reference.ts";
import { draw, expectCounts, expectMean, expectToFollow } from "./goodness-of-fit.ts";

describe("gammaVariate", () => {
  test.each([0.01, 0.3, 0.999, 1.5, 40, 1e6])(
    "of shape %s follows the regularised incomplete gamma function (KS over 50,000, false alarm 1e-6)",
    (shape) => {
      const random = stream(2, "gamma", shape);
      expectToFollow(
        draw(50_000, () => gammaVariate(random, shape)),
        (x) => gammaP(shape, x),
      );
    },
  );

  test("is 0 where it underflows", () => {
    expect(gammaVariate(stream(3, "tiny"), 1e-6)).toBe(0);
  });

  test("refuses shapes that are not positive and finite, and so does betaVariate", () => {
    for (const shape of [0, -1, NaN, Infinity]) {
      const message = /^(gamma|beta)Variate: shapes? must be .*, got /;
      expect(() => gammaVariate(stream(4), shape)).toThrow(message);
      expect(() => betaVariate(stream(4), shape, 1)).toThrow(message);
      expect(() => betaVariate(stream(4), 1, shape)).toThrow(message);
    }
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
});
