import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shift } from "../../src/distributions/affine.ts";
import { constant } from "../../src/distributions/constant.ts";
import { empirical } from "../../src/distributions/empirical.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { gamma } from "../../src/distributions/gamma.ts";
import { rewardOne, rewardPower } from "../../src/distributions/joint-law.ts";
import type { Law } from "../../src/distributions/law.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { mixture } from "../../src/distributions/mixture.ts";
import { paired } from "../../src/distributions/paired.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { uniform } from "../../src/distributions/uniform.ts";
import { weibull } from "../../src/distributions/weibull.ts";
import { constantResetting, proportionalResetting, type ResettingTime } from "../../src/problem/arm.ts";
import { bestCutoff, goldenSection, optimal, polish } from "../../src/theory/best-cutoff.ts";
import { knownArm } from "../../src/theory/known-arm.ts";
import { rewardRate } from "../../src/theory/reward-rate.ts";

const of = (law: Law, resetting?: ResettingTime) => knownArm(rewardOne(law), resetting ? { resetting } : {});

describe("fig:pareto-correlation: Pareto(1, 1.2), R = X^γ", () => {
  // Roots of dr/dt = 0 by mpmath with 40 digits.
  test.each([
    [-1, 2.14914466863, 0.2598064594],
    [0, 3.25004522172, 0.369225631686],
    [0.5, 6.02360675104, 0.48893704154],
    [0.9, 114.279727742, 0.747109616207],
    [0.99, 10470683951.7, 0.952755568055],
  ])("γ = %d: t* = %d, r* = %d", (power, cutoff, rate) => {
    const best = bestCutoff(knownArm(rewardPower(pareto(1, 1.2), 1, power)));
    expect(best.cutoff / cutoff).toBeCloseTo(1, 7);
    expect(best.rate).toBeCloseTo(rate, 10);
    expect(best.attained).toBe(true);
  });

  test.each([
    [1, 1],
    [1.1, 2],
    [1.3, Infinity],
  ])("γ = %d: waiting is best, at the rate E[R]/E[X] = %d", (power, rate) => {
    const best = bestCutoff(knownArm(rewardPower(pareto(1, 1.2), 1, power)));
    expect(best).toEqual({ cutoff: Infinity, rate: expect.closeTo(rate, 12), attained: true });
  });
});

describe("the best cutoff (eqn:opt-restart-time) of other laws, to 10⁻⁷ (mpmath)", () => {
  const two = mixture([
    { weight: 0.5, law: shift(0.2, exponential(0.3)) },
    { weight: 0.5, law: exponential(20) },
  ]);
  test.each<[string, Law, ResettingTime | undefined, number, number]>([
    ["lognormal", lognormal(0.9, 1.2), undefined, 0.84291938798, 0.754769102033],
    ["lognormal in microseconds", lognormal(0.9e-6, 1.2), undefined, 0.84291938798e-6, 0.754769102033e6],
    ["lognormal with a reset", lognormal(1, 1), constantResetting(0.3), 2.93101069831, 0.645879455372],
    ["two kinds of tasks", two, undefined, 0.596947989402, 0.756877542569],
    ["Weibull with a reset", weibull(1, 0.5), constantResetting(0.1), 0.11142947984, 1.76173862849],
    ["Pareto, reset a fifth of t", pareto(1, 1.2), proportionalResetting(0.2), 3.63816712487, 0.343579598489],
  ])("%s", (_name, law, resetting, cutoff, rate) => {
    const best = bestCutoff(of(law, resetting));
    expect(best.cutoff / cutoff).toBeCloseTo(1, 7);
    expect(best.rate / rate).toBeCloseTo(1, 10);
  });

  test("shape ½ by hand: dr/dt = 0 is t − 2√t·… = 0, so t* = (1 + √2)²/2 and r* = 3 − 2√2", () => {
    const best = bestCutoff(of(pareto(1, 0.5)));
    expect(best.cutoff).toBeCloseTo((1 + Math.SQRT2) ** 2 / 2, 6);
    expect(best.rate).toBeCloseTo(3 - 2 * Math.SQRT2, 12);
  });
});

describe("ties go to the longest, so that nothing is restarted for nothing", () => {
  test.each<[string, Law]>([
    ["exponential", exponential(3)],
    ["a constant", constant(4)],
    ["uniform", uniform(0, 1)],
    ["rising hazard", gamma(3, 0.5)],
    ["a narrow law far from 0", shift(1000, exponential(0.001))],
  ])("%s: wait", (_name, law) => {
    const best = bestCutoff(of(law));
    expect(best.cutoff).toBe(Infinity);
    expect(best.rate).toBeCloseTo(1 / law.mean, 12);
  });

  test("in an interval the flat curve gives its upper end", () => {
    expect(bestCutoff(of(exponential(1)), { among: { low: 0.5, high: 5 } }).cutoff).toBe(5);
    expect(bestCutoff(of(uniform(0, 1)), { among: { low: 0.2, high: 2 } }).cutoff).toBe(2);
  });
});

describe("discrete laws", () => {
  test("1, 2, 3, 100: three of four in 1 + 2 + 3 + 3", () => {
    expect(bestCutoff(of(empirical([1, 2, 3, 100])))).toEqual({ cutoff: 3, rate: 1 / 3, attained: true });
  });

  test("the best is the best of the atoms, whatever the data", () => {
    const trial = fc.record({
      time: fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
      reward: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(trial, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (pairs, reset) => {
          const arm = knownArm(paired(pairs), { resetting: constantResetting(reset) });
          const rateAt = (cutoff: number) => {
            const reward = pairs.reduce((sum, pair) => sum + (pair.time <= cutoff ? pair.reward : 0), 0);
            return (
              reward / pairs.reduce((sum, { time }) => sum + (time <= cutoff ? time : cutoff + reset), 0)
            );
          };
          const most = Math.max(...pairs.map(({ time }) => rateAt(time)));
          expect(bestCutoff(arm).rate).toBeCloseTo(most, 9);
        },
      ),
      { numRuns: 60, seed: 5 },
    );
  });

  test("a rare early atom is found: one in ten million ends at once", () => {
    const law = mixture([
      { weight: 1e-7, law: constant(1e-9) },
      { weight: 1 - 1e-7, law: exponential(1) },
    ]);
    const best = bestCutoff(of(law));
    expect(best.cutoff).toBe(1e-9);
    expect(best.rate).toBeCloseTo(101, 5);
  });
});

describe("what may be chosen", () => {
  test("a list: the best of it, the longest of equals", () => {
    const arm = of(pareto(1, 1.2));
    expect(bestCutoff(arm, { among: [1, 2, 3, 5, Infinity] }).cutoff).toBe(3);
    expect(bestCutoff(of(exponential(1)), { among: [1, 3, 2] }).cutoff).toBe(3);
  });

  test("an interval that excludes t* = 3.25 gives the end next to it", () => {
    expect(bestCutoff(of(pareto(1, 1.2)), { among: { low: 5, high: 50 } }).cutoff).toBeCloseTo(5, 9);
    expect(bestCutoff(of(pareto(1, 1.2)), { among: { low: 1.2, high: 2 } }).cutoff).toBe(2);
  });

  test.each<[string, Law]>([
    ["Weibull with shape ½", weibull(1, 0.5)],
    ["gamma with shape 0.3", gamma(0.3, 2)],
    ["times that are 0", empirical([0, 1, 2])],
    [
      "one in a million of such a law",
      mixture([
        { weight: 1e-6, law: weibull(1, 0.9) },
        { weight: 1 - 1e-6, law: constant(1) },
      ]),
    ],
  ])("where the rate grows without end as the cutoff shrinks, ∞ at 0: %s", (_name, law) => {
    expect(bestCutoff(of(law))).toEqual({ cutoff: 0, rate: Infinity, attained: false });
    const rates = [1e-3, 1e-100, 1e-300].map((cutoff) => rewardRate(of(law), cutoff));
    expect(rates).toEqual(rates.toSorted((a, b) => a - b));
  });

  test("exponential times whose reward is X^−½: 2·√t in t, so ∞ at 0", () => {
    const best = bestCutoff(knownArm(rewardPower(exponential(1), 1, -0.5)));
    expect(best).toEqual({ cutoff: 0, rate: Infinity, attained: false });
  });

  test("where shorter is always better up to a limit, the shortest that was tried, and it says so", () => {
    // ½·Exp(1) + ½·Exp(20): r(t) falls from f(0) = 0.525.
    const falling = mixture([
      { weight: 0.5, law: exponential(1) },
      { weight: 0.5, law: exponential(20) },
    ]);
    const best = bestCutoff(of(falling));
    expect(best.attained).toBe(false);
    expect(best.cutoff).toBeGreaterThan(0);
    expect(best.rate).toBeCloseTo(0.525, 5);
  });

  test("nothing, and an empty interval, are refused", () => {
    expect(() => bestCutoff(of(exponential(1)), { among: [] })).toThrow("must not be empty");
    expect(() => bestCutoff(of(exponential(1)), { among: { low: 2, high: 1 } })).toThrow(
      "0 < low ≤ high must hold",
    );
  });

  test("no cutoff of a fine grid beats the best", () => {
    const laws = fc.oneof(
      fc
        .tuple(fc.double({ min: 0.2, max: 3, noNaN: true }), fc.double({ min: 1e-3, max: 1e3, noNaN: true }))
        .map(([s, m]) => lognormal(m, s)),
      fc
        .tuple(fc.double({ min: 0.3, max: 4, noNaN: true }), fc.double({ min: 1e-3, max: 1e3, noNaN: true }))
        .map(([a, m]) => pareto(m, a)),
    );
    fc.assert(
      fc.property(laws, fc.double({ min: 0, max: 2, noNaN: true }), (law, share) => {
        const arm = of(law, constantResetting(share * law.quantile(0.5)));
        const { rate } = bestCutoff(arm);
        for (let p = 0.01; p < 1; p += 0.01) {
          expect(rewardRate(arm, law.quantile(p))).toBeLessThanOrEqual(rate * (1 + 1e-9));
        }
      }),
      { numRuns: 40, seed: 6 },
    );
  });
});

describe("the best of several arms", () => {
  const arms = [of(exponential(4)), of(pareto(1, 1.2)), of(constant(3))];

  test("E2: r* is a value, 0.3692, and (k*, t*) = (1, 3.25) attains it", () => {
    const best = optimal(arms);
    expect(best.arm).toBe(1);
    expect(best.rate).toBeCloseTo(0.369225631686, 10);
    expect(rewardRate(arms[best.arm], best.cutoff)).toBe(best.rate);
  });

  test("without short cutoffs the constant wins", () => {
    expect(optimal(arms, { among: [30, Infinity] })).toMatchObject({ arm: 2, cutoff: Infinity });
    expect(() => optimal([])).toThrow("optimal: at least one arm must be given, got none");
  });
});

test("a law of which no rate is a number is refused in words, not by an empty list", () => {
  const nowhere = { ...rewardOne(exponential(1)), rewardMoment: () => Number.NaN };
  expect(() => bestCutoff(knownArm(nowhere), { among: [1, 2] })).toThrow(
    "bestCutoff: the rate must be a number at some cutoff, got NaN at each",
  );
});

describe("finding a maximum", () => {
  /** x·e^(−x): its maximum 1/e at 1, where values alone tell x to about 10⁻⁸. */
  const hump = (x: number) => x * Math.exp(-x);

  test("golden section finds it to √ε, the derivative's root to 10⁻¹⁰", () => {
    const rough = goldenSection(hump, 0.2, 4);
    expect(rough.at).toBeCloseTo(1, 6);
    expect(rough.value).toBeCloseTo(1 / Math.E, 14);
    const fine = polish(hump, { at: 1.003, value: hump(1.003) }, 0.01);
    // The five-point difference is off by step⁴·h⁽⁵⁾/(30·h″) = 10⁻⁸·4/30.
    expect(fine.at).toBeCloseTo(1, 8);
  });

  test("a maximum at an end, and a peak that polish cannot improve, are kept", () => {
    expect(goldenSection((x) => x, 0, 1).at).toBeCloseTo(1, 9);
    const kink = (x: number) => -Math.abs(x - 1);
    const far = { at: 3, value: kink(3) };
    expect(polish(kink, far, 0.01)).toBe(far);
  });
});
