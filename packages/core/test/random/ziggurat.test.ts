import { describe, expect, test } from "vitest";
import { normalCdf } from "../../src/distributions/special/normal.ts";
import { stream } from "../../src/random/stream.ts";
import { standardExponential, standardNormal } from "../../src/random/ziggurat.ts";
import { draw, expectCounts, expectMean, expectToFollow } from "./goodness-of-fit.ts";

describe("standardNormal", () => {
  const random = stream(1, "normal");
  const samples = draw(400_000, () => standardNormal(random));

  test("follows Φ (KS over 400,000, false alarm 1e-6)", () => {
    expectToFollow(samples, normalCdf);
  });

  test("is right on both sides of the ziggurat's base, where the tail has its own method", () => {
    const edges = [-4, -3.654, -3.3, -3, -2.5, 2.5, 3, 3.3, 3.654, 4];
    expectCounts(samples, edges, edges.map(normalCdf));
  });

  test.each([
    [1, 0],
    [2, 1],
    [3, 0],
    [4, 3],
    [6, 15],
  ])("has %i-th moment %i (within 4.9 standard errors)", (power, moment) => {
    expectMean(
      samples.map((x) => x ** power),
      moment,
    );
  });

  test("reaches beyond 4.5 as often as it should and is never infinite", () => {
    expect(samples.every(Number.isFinite)).toBe(true);
    // 400,000·2·Φ(−4.5) = 2.7: more than 15 has probability 2e-8.
    expect(samples.filter((x) => Math.abs(x) > 4.5).length).toBeLessThan(16);
  });
});

describe("standardExponential", () => {
  const random = stream(1, "exponential");
  const samples = draw(400_000, () => standardExponential(random));
  const cdf = (x: number) => -Math.expm1(-x);

  test("follows 1 − e^(−x) (KS over 400,000, false alarm 1e-6)", () => {
    expectToFollow(samples, cdf);
  });

  test("is right on both sides of the ziggurat's base, 7.697", () => {
    const edges = [1e-4, 0.01, 0.1, 1, 3, 5, 6, 7, 7.697, 8.4, 9.5];
    expectCounts(samples, edges, edges.map(cdf));
  });

  test.each([
    [1, 1],
    [2, 2],
    [3, 6],
  ])("has %i-th moment %i (within 4.9 standard errors)", (power, moment) => {
    expectMean(
      samples.map((x) => x ** power),
      moment,
    );
  });
});
