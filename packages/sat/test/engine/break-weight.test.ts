import { expect, test } from "vitest";
import { breakWeights, publishedBreakWeight } from "../../src/engine/break-weight.ts";

test("the published weights are (0.9 + b)^−2.06 for 3-SAT, 3.7^−b for 5-SAT, 5.4^−b for 7-SAT", () => {
  const [three, five, seven] = [3, 5, 7].map((length) => breakWeights(publishedBreakWeight(length)));
  for (const breaks of [0, 1, 2, 7]) {
    expect(three![breaks]).toBeCloseTo(1 / (0.9 + breaks) ** 2.06, 6);
    expect(five![breaks]).toBeCloseTo(3.7 ** -breaks, 6);
    expect(seven![breaks]).toBeCloseTo(5.4 ** -breaks, 6);
  }
  expect(publishedBreakWeight(40)).toEqual(publishedBreakWeight(7));
});

test("no weight is zero, however many clauses break", () => {
  expect(Math.min(...breakWeights({ base: 1e9 }))).toBeGreaterThan(0);
});
