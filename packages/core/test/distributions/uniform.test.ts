import { test } from "vitest";
import { uniform } from "../../src/distributions/uniform.ts";
import { expectClose } from "./expect-close.ts";
import { conformsAsLaw } from "./law-conformance.ts";

conformsAsLaw(uniform(0, 1), {
  refused: [
    () => uniform(-1, 1),
    () => uniform(NaN, 1),
    () => uniform(0, NaN),
    () => uniform(0, 0),
    () => uniform(2, 1),
    () => uniform(0, Infinity),
  ],
});
conformsAsLaw(uniform(5, 5.001));

test("E[1/X] of uniform(1, e) is 1/(e − 1), the logarithm's case", () => {
  expectClose(uniform(1, Math.E).partialMoment(-1, Infinity), 1 / (Math.E - 1), 1e-15);
});
