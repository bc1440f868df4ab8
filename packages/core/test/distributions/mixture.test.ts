import { expect, test } from "vitest";
import { shift } from "../../src/distributions/affine.ts";
import { constant } from "../../src/distributions/constant.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import type { Law } from "../../src/distributions/law.ts";
import { mixture } from "../../src/distributions/mixture.ts";
import { pareto } from "../../src/distributions/pareto.ts";
import { conformsAsLaw } from "./law-conformance.ts";

const half = (one: Law, other: Law) =>
  mixture([
    { weight: 0.5, law: one },
    { weight: 0.5, law: other },
  ]);
const weights = (...list: number[]) => mixture(list.map((weight) => ({ weight, law: exponential(1) })));

conformsAsLaw(half(shift(0.2, exponential(0.3)), exponential(20)), {
  refused: [
    () => mixture([]),
    () => weights(0.5, 0.4),
    () => weights(0.5, 0.5, 0),
    () => weights(1.5, -0.5),
    () => weights(NaN),
    () => weights(Infinity),
    () => weights(0.333, 0.333, 0.333),
  ],
});
conformsAsLaw(half(constant(1), pareto(1e-3, 0.8)));
conformsAsLaw(half(constant(1), constant(2)));

test("the quantile jumps where the cdf is flat and stands where it jumps", () => {
  const law = half(constant(1), constant(2));
  expect(law.quantile(0.5)).toBe(1);
  expect(law.quantile(0.5 + 1e-12)).toBe(2);
  expect(law.breaks).toEqual([1, 2]);
});
