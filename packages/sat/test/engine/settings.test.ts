import { expect, test } from "vitest";
import { breakWeights, publishedBreakWeight } from "../../src/engine/settings.ts";

const uniform = (length: number) => publishedBreakWeight({ longest: length, mean: length });

test("the published weights are (0.9 + b)^−2.06 for 3-SAT, 3.7^−b for 5-SAT, 5.4^−b for 7-SAT", () => {
  const [three, five, seven] = [3, 5, 7].map((length) => breakWeights(uniform(length)));
  for (const breaks of [0, 1, 2, 7]) {
    expect(three![breaks]).toBeCloseTo(1 / (0.9 + breaks) ** 2.06, 6);
    expect(five![breaks]).toBeCloseTo(3.7 ** -breaks, 6);
    expect(seven![breaks]).toBeCloseTo(5.4 ** -breaks, 6);
  }
  expect(uniform(40)).toEqual(uniform(7));
  expect([4, 6].map(uniform)).toEqual([{ base: 2.85 }, { base: 5.1 }]);
});

test("no weight is zero, however many clauses break", () => {
  expect(Math.min(...breakWeights({ base: 1e9 }))).toBeGreaterThan(0);
});

test("where lengths differ their mean decides, between the published bases", () => {
  expect(publishedBreakWeight({ longest: 7, mean: 4.5 })).toEqual({ base: (2.85 + 3.7) / 2 });
  expect(publishedBreakWeight({ longest: 90, mean: 2.2 })).toEqual({ base: 2.5 });
  expect(publishedBreakWeight({ longest: 3, mean: 2.2 })).toEqual(uniform(3));
});
