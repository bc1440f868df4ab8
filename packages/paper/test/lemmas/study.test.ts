import { describe, expect, test } from "vitest";
import { regretDecomposition } from "../../src/lemmas/study.ts";

const inputs = {
  actions: [
    { pulls: 10, gap: 0.5, meanTime: 2 },
    { pulls: 1000, gap: 0, meanTime: 1 },
  ],
  horizon: 4,
  leastMeanTime: 1,
  shortestCutoff: 1,
  bestRate: 0.5,
  overshoot: 3,
};

describe("lem:reg-dec (eqn:reg-dec)", () => {
  test("by hand: 10·½·2 + e⁻⁴/(1 − e^(−½)) + ½·3", () => {
    const { pulls, late, overshoot, total } = regretDecomposition(inputs);
    expect(pulls).toBe(10);
    expect(late).toBeCloseTo(0.0465491, 6);
    expect(overshoot).toBe(1.5);
    expect(total).toBeCloseTo(11.5465491, 6);
  });

  test("E17: the series Σ exp(−n/2), n ≥ 8, is what the middle term sums; printed, it is negative", () => {
    let series = 0;
    for (let n = 8; n < 200; n++) series += Math.exp(-n / 2);
    expect(regretDecomposition(inputs).late).toBeCloseTo(series, 12);
    expect(regretDecomposition(inputs, { variant: "paper" }).late).toBeCloseTo(-0.0282339, 6);
  });

  test("a horizon of at most μ_*/2 is refused", () => {
    expect(() => regretDecomposition({ ...inputs, horizon: 0.5 })).toThrow(
      "regretDecomposition: horizon must exceed μ_*/2 = 0.5, got 0.5",
    );
  });
});
