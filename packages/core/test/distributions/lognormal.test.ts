import { expect, test } from "vitest";
import { lognormal } from "../../src/distributions/lognormal.ts";
import { conformsAsLaw } from "./law-conformance.ts";

const bad = [0, -1, NaN, Infinity];
conformsAsLaw(lognormal(0.9, 1.2), {
  refused: bad.flatMap((value) => [() => lognormal(value, 1), () => lognormal(1, value)]),
});
conformsAsLaw(lognormal(1e3, 0.05));

test("truncated moments stay finite where e^(p²σ²/2) overflows", () => {
  const law = lognormal(1, 15);
  const moment = law.partialMoment(4, 2);
  // Between P(1 ≤ X ≤ 2) and 2⁴·P(X ≤ 2).
  expect(moment).toBeGreaterThan(law.cdf(2) - law.cdf(1));
  expect(moment).toBeLessThan(16 * law.cdf(2));
});
