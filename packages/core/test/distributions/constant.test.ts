import { expect, test } from "vitest";
import { constant } from "../../src/distributions/constant.ts";
import { conformsAsLaw } from "./law-conformance.ts";

conformsAsLaw(constant(2), { refused: [0, -1, NaN, Infinity].map((value) => () => constant(value)) });

test("a trial cut exactly at its completion time has completed", () => {
  expect(constant(2).cdf(2)).toBe(1);
  expect(constant(2).survival(2)).toBe(0);
});
