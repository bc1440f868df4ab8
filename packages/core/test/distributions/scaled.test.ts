import { test } from "vitest";
import { scaled, shift } from "../../src/distributions/affine.ts";
import { exponential } from "../../src/distributions/exponential.ts";
import { gamma } from "../../src/distributions/gamma.ts";
import { expectClose } from "./expect-close.ts";
import { conformsAsLaw } from "./law-conformance.ts";

conformsAsLaw(scaled(1e-6, shift(1, exponential(1))), {
  refused: [0, -1, NaN, Infinity].map((factor) => () => scaled(factor, exponential(1))),
});
conformsAsLaw(scaled(1e6, gamma(2, 1)));

test("scaling is a change of the scale parameter", () => {
  for (const time of [1, 1e5, 1e7]) {
    expectClose(scaled(1e6, gamma(2, 1)).meanMin(time), gamma(2, 1e6).meanMin(time), 1e-14);
    expectClose(
      scaled(1e6, gamma(2, 1)).partialMoment(2.5, time),
      gamma(2, 1e6).partialMoment(2.5, time),
      1e-13,
    );
  }
});
