import { expect, test } from "vitest";
import { CurveSampler } from "../../src/sat/rate-curve.ts";

test("half of the walks solved after 100 flips is one formula in 200, so 5,000 in a million", () => {
  const keeper = new CurveSampler();
  for (let formula = 0; formula < 20; formula++)
    keeper.add(formula, formula % 2 === 0 ? 100 : 200, formula % 2 === 0, 0);
  const { tries, cutoffs, rates, lows, highs, best } = keeper.curve();
  expect(tries).toBe(20);
  expect(rates[cutoffs.indexOf(100)]).toBeCloseTo(5_000, 8);
  // Half go on to 200, and none of them is solved: 0.5 in 150 flips.
  expect(rates.at(-1)).toBeCloseTo(1e6 / 300, 8);
  expect(best).toEqual({ cutoff: 100, rate: expect.closeTo(5_000, 8) });
  rates.forEach((rate, i) => {
    expect(rate).toBeGreaterThanOrEqual(lows[i]);
    expect(rate).toBeLessThanOrEqual(highs[i]);
  });
});

test("what a restart takes is counted for walks that were cut", () => {
  const keeper = new CurveSampler();
  for (let i = 0; i < 20; i++) keeper.add(i, i % 2 === 0 ? 100 : 200, i % 2 === 0, 50);
  const { cutoffs, rates } = keeper.curve();
  expect(rates[cutoffs.indexOf(100)]).toBeCloseTo(0.5e6 / 125, 8);
});

test("before anything is solved there is no curve, and it is asked for again after a try", () => {
  const keeper = new CurveSampler();
  expect(keeper.isDue).toBe(false);
  keeper.add(0, 10, false, 1);
  expect(keeper.isDue).toBe(true);
  expect(keeper.curve()).toEqual({ tries: 1, cutoffs: [], rates: [], highs: [], lows: [], best: null });
  expect(keeper.isDue).toBe(false);
});
