import { expect, test } from "vitest";
import { scaled, shift } from "../../src/distributions/affine.ts";
import { empirical } from "../../src/distributions/empirical.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { gamma } from "../../src/distributions/gamma.ts";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { mixture } from "../../src/distributions/mixture.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { expectClose } from "./expect-close.ts";
import { conformsAsLaw } from "./law-conformance.ts";

conformsAsLaw(shift(0.2, exponential(0.3)), {
  refused: [-1, NaN, Infinity].map((by) => () => shift(by, exponential(1))),
});
conformsAsLaw(shift(3, lognormal(1, 0.5)));

test("a shifted empirical law is the empirical law of shifted times, also inside a mixture", () => {
  const times = [0.5, 1, 1, 4];
  const moved = shift(
    1,
    mixture([
      { weight: 0.5, law: empirical(times) },
      { weight: 0.5, law: empirical([4]) },
    ]),
  );
  const direct = empirical([1.5, 2, 2, 5, 5, 5, 5, 5]);
  for (const power of [-1.5, 0.5, 1.5, 3]) {
    for (const time of [1, 2, 5]) {
      expectClose(moved.partialMoment(power, time), direct.partialMoment(power, time), 1e-14);
    }
  }
});

test("a moment that is infinite stays infinite, a negative one becomes finite", () => {
  expect(shift(1, pareto(1, 1.2)).partialMoment(1.5, Infinity)).toBe(Infinity);
  expect(exponential(1).partialMoment(-1, Infinity)).toBe(Infinity);
  // E[1/(1+Y)] = e·E₁(1) for an exponential Y of mean 1.
  expectClose(shift(1, exponential(1)).partialMoment(-1, Infinity), 0.596347362323194, 1e-12);
});

conformsAsLaw(scaled(1e-6, shift(1, exponential(1))), {
  refused: [0, -1, NaN, Infinity].map((factor) => () => scaled(factor, exponential(1))),
});
conformsAsLaw(scaled(1e6, gamma(2, 1)));
