import { describe, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { standardExponential } from "../../src/random/ziggurat.ts";
import { draw, expectCounts, expectMean, expectToFollow } from "./goodness-of-fit.ts";

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
