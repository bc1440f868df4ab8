import { expect, test } from "vitest";
import { gapClaim, lastDecadeSlope, staticClaim } from "../../src/static-policy/chapter.ts";
import { gapsOf, type StaticExcess, wholeNumbers } from "../../src/static-policy/study.ts";

test("the gap of a wrong cutoff grows for ever", () => {
  const law = {
    times: [2, 3, 20],
    chances: [0.5, 0.2, 0.3],
    cutoffs: [2, 3, 20],
    resetting: 0,
    horizon: 2000,
  };
  // r(2) = 0.5/2, r(3) = 0.7/2.5 and r(20) = 1/7.6: cutting at 3 is best.
  const verdict = (repeated: number) =>
    gapClaim(gapsOf(wholeNumbers.play({ ...law, repeated }), 0.28).optimality, 10).verdict;
  expect(verdict(3)).toBe("holds");
  expect(verdict(2)).toBe("does not hold");
  expect(lastDecadeSlope(gapsOf(wholeNumbers.play({ ...law, repeated: 2 }), 0.28).optimality)).toBeCloseTo(
    0.03,
    3,
  );
});

test("prop:rew-st: a reward above the printed bound only is conditional, above both refuted", () => {
  const excess = (value: number): StaticExcess => ({
    law: "made up",
    horizon: 100,
    reward: { estimate: value, low: value - 0.1, high: value + 0.1 },
    overshoot: { estimate: value, low: value - 0.1, high: value + 0.1 },
    bound: 2,
    printed: 1,
  });
  const verdict = (value: number) => staticClaim([excess(0.5), excess(value)]).verdict;
  expect(verdict(0.9)).toBe("holds");
  expect(verdict(1.5)).toBe("holds if");
  expect(verdict(2.5)).toBe("does not hold");
  expect(verdict(-0.5)).toBe("does not hold");
});
