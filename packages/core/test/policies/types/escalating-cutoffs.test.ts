import { expect, test } from "vitest";
import { EscalatingCutoffs } from "../../../src/policies/types/escalating-cutoffs.ts";

/** The cutoffs of attempts that all fail. */
function failing(growth: EscalatingCutoffs, count: number, first = 1): number[] {
  return Array.from({ length: count }, () => {
    const cutoff = growth.next(first);
    growth.observe(cutoff);
    return cutoff;
  });
}

test("steps of four, and lower ones again for three quarters of the last step's time", () => {
  // After 4: 1 was tried once, and 3 are to be spent below. After 16: 12 are, on 1 (4 so far) or 4 (4), least first.
  expect(failing(new EscalatingCutoffs(), 12)).toEqual([1, 4, 1, 1, 1, 16, 1, 4, 1, 1, 1, 1]);
});

test("where half of the attempts hang and the others take 20, the mean time is finite: below 300", () => {
  // Exact: the chance that all attempts so far failed halves with each that was long enough.
  const growth = new EscalatingCutoffs();
  let [mean, alive] = [0, 1];
  for (const cutoff of failing(growth, 3_000)) {
    const ends = cutoff >= 20 ? 0.5 : 0;
    mean += alive * (ends * 20 + (1 - ends) * cutoff);
    alive *= 1 - ends;
  }
  expect(alive).toBeLessThan(1e-12);
  expect(mean).toBeLessThan(300);
});
