import { describe, expect, test } from "vitest";
import type { Law } from "../../src/distributions/law.ts";
import { parseLaw } from "../../src/distributions/parse.ts";
import { stream } from "../../src/random/stream.ts";
import { draw, expectMean, expectToFollow } from "../random/goodness-of-fit.ts";
import { expectClose } from "./expect-close.ts";

const LEVELS = [1e-9, 1e-4, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1 - 1e-4, 1 - 1e-9];

export interface ConformanceOptions {
  /** For `empirical(…)` inside the name. */
  readonly read?: (name: string) => ArrayLike<number>;
  /** False for a law of one's own, whose name the notation does not know. */
  readonly notation?: boolean;
  /** Calls of the factory that must be refused. */
  readonly refused?: readonly (() => unknown)[];
}

/** What every law must do; one line in each law's test. */
export function conformsAsLaw(
  law: Law,
  { read, notation = true, refused = [] }: ConformanceOptions = {},
): void {
  const { low, high } = law.support;
  const inside = LEVELS.map((p) => law.quantile(p));
  const outside = [-1, 0, low / 2, low, high < Infinity ? high * 2 : inside.at(-1)! * 1e3, Infinity];
  const times = [...new Set([...outside, ...inside, ...law.breaks.slice(0, 5)])].sort((a, b) => a - b);

  describe(`${law.name.slice(0, 70)} is a law`, () => {
    test("its cdf rises from 0 to 1 and its survival is the rest", () => {
      let before = 0;
      for (const time of times) {
        const cdf = law.cdf(time);
        expect(cdf >= before && cdf <= 1, `cdf(${time}) = ${cdf}`).toBe(true);
        expectClose(cdf + law.survival(time), 1, 1e-14, `at ${time}`);
        before = cdf;
      }
      expect(law.cdf(-1)).toBe(0);
      expect(law.survival(-1)).toBe(1);
      expect(law.cdf(Infinity)).toBe(1);
      expect(law.survival(Infinity)).toBe(0);
    });

    test("quantile(p) is the least time at which the cdf reaches p", () => {
      for (const p of LEVELS) {
        const time = law.quantile(p);
        const above = time * (1 + 4e-16); // the time itself is rounded
        expect(law.cdf(above), `p = ${p}`).toBeGreaterThanOrEqual(p * (1 - 1e-11));
        expect(law.survival(above), `p = ${p}`).toBeLessThanOrEqual((1 - p) * (1 + 1e-9) + 1e-16);
        if (time > low) expect(law.cdf(time * (1 - 1e-9)), `p = ${p}`).toBeLessThan(p * (1 + 1e-11));
      }
      expect(law.quantile(0)).toBe(low);
      expect(law.quantile(1)).toBe(high);
      for (const p of [-1e-9, 1 + 1e-9, NaN]) expect(() => law.quantile(p)).toThrow(/must lie in \[0, 1\]/);
    });

    test("E[min(X, t)] is the integral of the survival and the truncated mean plus t·P(X > t)", () => {
      for (const time of times) {
        const meanMin = law.meanMin(time);
        if (!(time > 0)) expect(meanMin).toBe(0);
        else if (time < Infinity) {
          expectClose(meanMin, law.partialMoment(1, time) + time * law.survival(time), 1e-12, `at ${time}`);
          expectClose(meanMin, integralOfSurvival(law, time), 1e-8, `at ${time}`);
          expect(meanMin).toBeLessThanOrEqual(time * (1 + 1e-15));
        }
      }
      expectClose(law.meanMin(Infinity), law.mean, 1e-12);
      expectClose(law.partialMoment(1, Infinity), law.mean, 1e-12);
    });

    test("its zeroth moment is the cdf, and every moment is 0 below the support", () => {
      for (const time of times) expectClose(law.partialMoment(0, time), law.cdf(time), 1e-12, `at ${time}`);
      for (const power of [-2, -0.5, 0, 0.5, 1, 3]) {
        expect(law.partialMoment(power, -1)).toBe(0);
        if (low > 0) expect(law.partialMoment(power, low * 0.999)).toBe(0);
      }
    });

    const random = stream(11, "law", law.name);
    const samples = draw(20_000, () => law.sample(random));

    test("samples lie in the support and follow the cdf (KS over 20,000, false alarm 1e-6)", () => {
      expect(samples.every((x) => x >= low && x <= high)).toBe(true);
      expectToFollow(samples, (x) => law.cdf(x));
    });

    test("truncated moments are the means of samples (within 4.9 standard errors)", () => {
      const time = law.quantile(0.8);
      for (const power of [-0.25, 0.5, 1, 2]) {
        const moment = law.partialMoment(power, time);
        if (moment < Infinity && law.partialMoment(2 * power, time) < Infinity) {
          expectMean(
            samples.map((x) => (x <= time ? x ** power : 0)),
            moment,
          );
        }
      }
    });

    if (notation) {
      test("its name is read back as the same law", () => {
        const again = parseLaw(law.name, read === undefined ? {} : { empirical: read });
        expect(again.name).toBe(law.name);
        for (const time of inside) expect(again.cdf(time)).toBe(law.cdf(time));
      });
    }

    if (refused.length > 0) {
      test("bad arguments are refused with a name, a rule and the value", () => {
        for (const call of refused) expect(call).toThrow(/^\w+: .* must .*, got /);
      });
    }
  });
}

/** Simpson's rule on a logarithmic clock between the marks of the law, apart from everything in src. */
function integralOfSurvival(law: Law, to: number): number {
  const marks = LEVELS.map((p) => law.quantile(p)).concat(law.breaks.slice(0, 200));
  const cuts = [...new Set(marks.filter((x) => x > 0 && x < to))].sort((a, b) => a - b);
  const start = Math.min(cuts[0] ?? to, to) * 1e-5;
  let sum = start * law.survival(start / 2);
  let from = start;
  for (const cut of [...cuts, to]) {
    const steps = Math.max(20, Math.ceil(Math.log(cut / from) / 0.03));
    const h = Math.log(cut / from) / steps;
    for (let i = 0; i < steps; i++) {
      const a = from * Math.exp(h * i);
      const b = i === steps - 1 ? cut : from * Math.exp(h * (i + 1));
      const middle = Math.sqrt(a * b);
      // The left limit at b, so that a jump at a cut counts on its right side only.
      const right = law.survival(b * (1 - 1e-14));
      sum += (h / 6) * (a * law.survival(a) + 4 * middle * law.survival(middle) + b * right);
    }
    from = cut;
  }
  return sum;
}
