import { expect, test } from "vitest";
import { weibull } from "../../src/distributions/weibull.ts";
import { expectClose } from "./expect-close.ts";
import { conformsAsLaw } from "./law-conformance.ts";

const bad = [0, -1, NaN, Infinity];
conformsAsLaw(weibull(1, 0.5), {
  refused: bad.flatMap((value) => [() => weibull(value, 1), () => weibull(1, value)]),
});
conformsAsLaw(weibull(3, 4));

test("E[min(X, t)] is t for a t whose hazard underflows, and finite where the mean overflows", () => {
  expect(weibull(1, 200).meanMin(1e-3)).toBe(1e-3);
  const heavy = weibull(1, 1e-3);
  expect(heavy.mean).toBe(Infinity);
  expectClose(heavy.meanMin(1), 1 / Math.E, 1e-3);
});
