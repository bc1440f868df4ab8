import { test } from "vitest";
import { exponential } from "../../src/distributions/exponential.ts";
import { gamma } from "../../src/distributions/gamma.ts";
import { expectClose } from "./expect-close.ts";
import { conformsAsLaw } from "./law-conformance.ts";

const bad = [0, -1, NaN, Infinity];
conformsAsLaw(gamma(3, 0.5), {
  refused: [...bad.flatMap((value) => [() => gamma(value, 1), () => gamma(1, value)]), () => gamma(1e8, 1)],
});
conformsAsLaw(gamma(0.3, 2));
conformsAsLaw(gamma(900, 0.01));

test("a gamma law of shape 1 is exponential", () => {
  for (const time of [1e-3, 1, 20]) {
    expectClose(gamma(1, 2).meanMin(time), exponential(2).meanMin(time), 1e-13);
    expectClose(gamma(1, 2).survival(time), exponential(2).survival(time), 1e-13);
  }
});
