import { test } from "vitest";
import { pareto } from "../../src/distributions/pareto.ts";
import { expectClose } from "./expect-close.ts";
import { conformsAsLaw } from "./law-conformance.ts";

const bad = [0, -1, NaN, Infinity];
conformsAsLaw(pareto(1, 1.2), {
  refused: bad.flatMap((value) => [() => pareto(value, 1), () => pareto(1, value)]),
});
conformsAsLaw(pareto(0.3, 0.7));
conformsAsLaw(pareto(2, 9));

test("the moment at power = shape is a logarithm, and its neighbours tend to it", () => {
  const law = pareto(2, 3);
  const moment = law.partialMoment(3, 20);
  expectClose(moment, 3 * 8 * Math.log(10), 1e-14);
  expectClose(law.partialMoment(3 + 1e-9, 20), moment, 1e-8);
  expectClose(law.partialMoment(3 - 1e-9, 20), moment, 1e-8);
});
