import { describe, expect, test } from "vitest";
import { defineLaw } from "../../src/distributions/define-law.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import type { Law } from "../../src/distributions/law.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { uniform } from "../../src/distributions/uniform.ts";
import { conformsAsLaw } from "./law-conformance.ts";

/** P(X > t) = 1/(1 + (t/scale)^shape). */
const logLogistic = (scale: number, shape: number): Law =>
  defineLaw({
    name: `loglogistic(${scale},${shape})`,
    cdf: (time) => 1 / (1 + (time / scale) ** -shape),
    survival: (time) => 1 / (1 + (time / scale) ** shape),
    quantile: (p) => scale * (p / (1 - p)) ** (1 / shape),
  });

conformsAsLaw(logLogistic(2, 3), {
  notation: false,
  refused: [() => defineLaw({ ...logLogistic(1, 1), support: { low: 2, high: 2 } })],
});

test("the mean of a log-logistic law is (scale·π/shape)/sin(π/shape), infinite from shape 1 down", () => {
  for (const shape of [1.1, 2, 5]) {
    const mean = (2 * Math.PI) / shape / Math.sin(Math.PI / shape);
    expect(logLogistic(2, shape).mean / mean).toBeCloseTo(1, 8);
  }
  for (const shape of [0.5, 1]) {
    expect(logLogistic(2, shape).mean).toBe(Infinity);
    expect(logLogistic(2, shape).meanMin(10)).toBeLessThan(10);
  }
});

describe("a law made from three functions of one of ours has its moments", () => {
  test.each([exponential(3), pareto(0.5, 2.5), uniform(1, 4)])("$name", (closed) => {
    const { name, support, breaks } = closed;
    const own = defineLaw({
      name,
      support,
      breaks,
      cdf: (time) => closed.cdf(time),
      survival: (time) => closed.survival(time),
      quantile: (p) => closed.quantile(p),
    });
    for (const p of [0.01, 0.3, 0.9, 0.999]) {
      const time = closed.quantile(p);
      expect(own.meanMin(time) / closed.meanMin(time)).toBeCloseTo(1, 8);
      for (const power of [-0.5, 0.5, 2, 4]) {
        expect(own.partialMoment(power, time) / closed.partialMoment(power, time)).toBeCloseTo(1, 7);
      }
    }
    expect(own.mean / closed.mean).toBeCloseTo(1, 8);
    expect(own.partialMoment(4, Infinity) === Infinity).toBe(closed.partialMoment(4, Infinity) === Infinity);
  });
});
