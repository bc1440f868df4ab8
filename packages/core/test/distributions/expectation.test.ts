import { describe, test } from "vitest";
import { expectation } from "../../src/distributions/expectation.ts";
import { parseLaw } from "../../src/distributions/parse.ts";
import { expectClose } from "./expect-close.ts";

const laws = [
  "exponential(mean=2)",
  "pareto(scale=1,shape=5)",
  "lognormal(median=1,sigma=0.7)",
  "gamma(shape=0.3,scale=1)",
  "uniform(low=1,high=3)",
  "shift(by=1,weibull(scale=2,shape=0.6))",
  "mixture(0.25*exponential(mean=0.001),0.75*scaled(factor=1000,uniform(low=0,high=1)))",
].map((text) => parseLaw(text));

describe.each(laws)("expectation over $name", (law) => {
  test.each([0.5, 1, 2, 4])("of X^%s is the truncated moment", (power) => {
    for (const time of [law.quantile(0.3), law.quantile(0.99), Infinity]) {
      const g = { value: (x: number) => x ** power, slope: (x: number) => power * x ** (power - 1), turn: 0 };
      expectClose(expectation(law, g, time), law.partialMoment(power, time), 2e-11, `t = ${time}`);
    }
  });

  test("of (X − c)² is what the first three moments make of it", () => {
    for (const time of [law.quantile(0.3), law.quantile(0.9), Infinity]) {
      const c = law.quantile(0.6);
      const g = { value: (x: number) => (x - c) ** 2, slope: (x: number) => 2 * (x - c), turn: c };
      const [m0, m1, m2] = [0, 1, 2].map((power) => law.partialMoment(power, time)) as [
        number,
        number,
        number,
      ];
      expectClose(expectation(law, g, time), m2 - 2 * c * m1 + c * c * m0, 1e-8, `t = ${time}`);
    }
  });
});
