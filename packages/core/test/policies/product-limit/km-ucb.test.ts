import { expect, test } from "vitest";
import { CellArms } from "../../../src/policies/product-limit/cell-arms.ts";
import { largestBound } from "../../../src/policies/product-limit/km-ucb.ts";
import { checkArms } from "../../../src/problem/arm.ts";
import { listCutoffs } from "../../../src/problem/cutoffs.ts";
import { stream } from "../../../src/random/stream.ts";
import { describePolicy } from "../policy-conformance.ts";

describePolicy("km-ucb", { request: { cutoffs: "0.4,1,inf" }, chooses: true });

test("rewards that vary add their own variance: two cells, worked by hand", () => {
  // Of 8 trials up to 2, four complete at 1 and four at 2, the last cell having no end, so that survival is 0
  // after it and only the first cell's hazard is unsure. Rewards: 1 of 4, and 3 of 4.
  const arms = checkArms([{ name: "a" }]);
  const cutoffs = listCutoffs([1, Infinity]);
  const learnedFrom = (rewards: number[]) => {
    const learned = new CellArms("test", { arms, cutoffs, random: stream(1, "unused") });
    rewards.forEach((reward, trial) => {
      learned.observe(0, { kind: "completed", time: trial < 4 ? 1 : 2, reward });
    });
    return largestBound(learned, 0, 0, 1);
  };
  // E[V] = ½, E[U] = 3/2, r = 1/3. Hazard: h = 4.5/9 = ½ and n = 8, weight ¼/8 = 1/32;
  // P = ¼ + ⅛·2 = ½, Q = 0 + 1·2 = 2 (U = ½·1 + ½·1), P − rQ = −1/6, so (1/32)/36.
  // Rewards: shares of ½, ρ smoothed to 1.5/5 and 3.5/5, so ¼·0.21/4 for either cell.
  const varying = learnedFrom([1, 0, 0, 0, 1, 1, 1, 0]);
  expect(varying.rate).toBeCloseTo(1 / 3, 12);
  expect(varying.variance).toBeCloseTo((1 / 1152 + 0.02625) / 2.25, 12);
  // All 1: r = 2/3, P = 1 + ½·2 = 2, Q = 2, P − rQ = 2/3, and no noise of rewards.
  const ones = learnedFrom([1, 1, 1, 1, 1, 1, 1, 1]);
  expect(ones.variance).toBeCloseTo(4 / 9 / 32 / 2.25, 12);
});
