import { expect, test } from "vitest";
import { makePolicy } from "../../../src/policies/make-policy.ts";
import { quantise } from "../../../src/policies/means/ucb-rc.ts";
import { describePolicy } from "../policy-conformance.ts";

describePolicy("ucb-rc", { request: { cutoffs: "0.3..3" }, chooses: true });

test("E14: the grid covers the interval in ⌊rad/δ⌋ + 1 steps of δ = rad·(log τ/τ)^(1/2q), τ in units of t_min", () => {
  const grid = quantise(1, 5, 10_000, 2, "corrected");
  const delta = 4 * (Math.log(10_000) / 10_000) ** 0.25;
  expect(grid.length).toBe(Math.floor(4 / delta) + 1);
  expect(grid[0]).toBe(1);
  expect(grid[1] - grid[0]).toBeCloseTo(delta, 12);
  expect(grid.at(-1)!).toBeLessThanOrEqual(5);
});

test("E14: the printed step ⌈1/δ⌉ leaves the interval; the corrected grid does not", () => {
  const printed = quantise(1, 5, 10_000, 2, "paper");
  expect(printed[1] - printed[0]).toBe(6); // ⌈1/0.1745⌉
  expect(printed.at(-1)!).toBeGreaterThan(5);
  expect(quantise(1, 5, 10_000, 2, "corrected").at(-1)!).toBeLessThanOrEqual(5);
});

test("without a horizon it doubles its guess and still learns", () => {
  const policy = makePolicy("ucb-rc", { arms: ["a"], cutoffs: "0.5..4" });
  const first = JSON.parse(JSON.stringify(policy.snapshot())).state.guess;
  for (let n = 0; n < 2_000; n++) {
    const decision = policy.decide();
    policy.observe(decision, { kind: "censored", time: decision.cutoff });
  }
  const later = JSON.parse(JSON.stringify(policy.snapshot())).state.guess;
  expect(Math.log2(later / first)).toBeGreaterThanOrEqual(2);
  expect(Number.isInteger(Math.log2(later / first))).toBe(true);
});
