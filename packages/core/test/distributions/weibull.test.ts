import { expect, test } from "vitest";
import { exponential } from "../../src/distributions/exponential.ts";
import { weibull } from "../../src/distributions/weibull.ts";
import { expectClose } from "./expect-close.ts";
import { conformsAsLaw } from "./law-conformance.ts";

const bad = [0, -1, NaN, Infinity];
conformsAsLaw(weibull(1, 0.5), {
  refused: bad.flatMap((value) => [() => weibull(value, 1), () => weibull(1, value)]),
});
conformsAsLaw(weibull(3, 4));

test("a weibull law of shape 1 is exponential", () => {
  for (const time of [1e-3, 1, 20]) {
    expectClose(weibull(2, 1).meanMin(time), exponential(2).meanMin(time), 1e-14);
    expectClose(weibull(2, 1).survival(time), exponential(2).survival(time), 1e-14);
  }
});

test("E[min(X, t)] is t for a t whose hazard underflows, and finite where the mean overflows", () => {
  expect(weibull(1, 200).meanMin(1e-3)).toBe(1e-3);
  const heavy = weibull(1, 1e-3);
  expect(heavy.mean).toBe(Infinity);
  expectClose(heavy.meanMin(1), 1 / Math.E, 1e-3);
});
