import { expect, test } from "vitest";
import { normalCdf } from "../../src/distributions/special/normal.ts";
import { stream } from "../../src/random/stream.ts";
import { standardExponential, standardNormal } from "../../src/random/ziggurat.ts";
import { draw, expectCounts, expectMean, expectToFollow } from "./goodness-of-fit.ts";

/** Edges lie on both sides of each ziggurat's base, where the tail has its own method: 3.654 and 7.697. */
test.each([
  ["standardNormal", standardNormal, normalCdf, [-4, -3.654, -3.3, -3, -2.5, 2.5, 3, 3.3, 3.654, 4], 3],
  [
    "standardExponential",
    standardExponential,
    (x: number) => -Math.expm1(-x),
    [1e-4, 0.01, 0.1, 1, 3, 5, 6, 7, 7.697, 8.4, 9.5],
    24,
  ],
] as const)(
  "%s follows its cdf, in its base and its tail, with its fourth moment (400,000 draws, three false alarms in 10⁶)",
  (name, variate, cdf, edges, fourth) => {
    const random = stream(1, name);
    const samples = draw(400_000, () => variate(random));
    expectToFollow(samples, cdf);
    expectCounts(samples, edges, edges.map(cdf));
    expectMean(
      samples.map((x) => x ** 4),
      fourth,
    );
    expect(samples.every(Number.isFinite)).toBe(true);
  },
);
