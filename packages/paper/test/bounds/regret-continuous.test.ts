import { exponential, pareto, rewardOne, scaled } from "@mulligan/core/distributions";
import { knownArm } from "@mulligan/core/theory";
import { describe, expect, test } from "vitest";
import { ucbRcRegret } from "../../src/bounds/regret-continuous.ts";

const smoothness = { order: 2, lower: 1, upper: 1 };
const beta = 0.1; // z = 10

describe("thm:ucb-rc", () => {
  const arm = knownArm(rewardOne(exponential(1)));
  const interval = { low: 1, high: 3 };
  const [first, last] = [1 - Math.exp(-1), 1 - Math.exp(-3)];

  test("by hand for Exp(1) on [1, 3] with a₁ = a₂ = 1, q = 2, rad = 2", () => {
    const { quantization, learning, coefficient } = ucbRcRegret(arm, interval, smoothness, { beta });
    // The grid's part is that of eqn:ucb-rc-decomposition-1 and eqn:reg-a, the other that of eqn:reg-b with μ of eqn:reg-c.
    // E[U²] at 3 is 2 − 8e⁻³; E[R²]/E[R]² = 1; r* = 1.
    const variation = (2 - 8 * Math.exp(-3) + 1) / first ** 2;
    expect(quantization).toBeCloseTo((144 * last) / first, 9);
    expect(learning).toBeCloseTo(((3 * 2.01 * 2) / 4) * variation * 100 * last, 6);
    expect(coefficient).toBe(quantization + learning);
  });

  test("as printed: 36·E[X]/μ_* + 6α·(E[X²] + 1)·100/(1 − 1/e)²", () => {
    const { quantization, learning } = ucbRcRegret(arm, interval, smoothness, { beta, variant: "paper" });
    expect(quantization).toBeCloseTo(36 / first, 9);
    expect(learning).toBeCloseTo((6 * 2.01 * 3 * 100) / first ** 2, 6);
  });

  test("E14, E18: with rad, t_min and μ in place the bound does not depend on the unit of time; printed, it does", () => {
    const heavy = pareto(1, 2.5);
    const one = { arm: knownArm(rewardOne(heavy)), interval: { low: 1.5, high: 6 } };
    const many = { arm: knownArm(rewardOne(scaled(1000, heavy))), interval: { low: 1500, high: 6000 } };
    // a₁ and a₂ are a rate over a time squared: 10⁻⁹ of their size.
    const thin = { order: 2, lower: 1e-9, upper: 1e-9 };
    const ratio = (variant: "corrected" | "paper") => {
      const a = ucbRcRegret(one.arm, one.interval, smoothness, { beta, variant });
      const b = ucbRcRegret(many.arm, many.interval, thin, { beta, variant });
      return [b.quantization / a.quantization, b.learning / a.learning];
    };
    expect(ratio("corrected")[0]).toBeCloseTo(1, 9);
    expect(ratio("corrected")[1]).toBeCloseTo(1, 9);
    // Printed, a grid in milliseconds loses 10⁻⁹ and 10³ times as much, where √τ grew by 32.
    expect(ratio("paper")[0]).toBeCloseTo(1e-9, 15);
    expect(ratio("paper")[1]).toBeCloseTo(1e3, 3);
  });

  test("E5: for Pareto(1, 1.2) the printed bound is infinite, E[U²] on a bounded interval is not", () => {
    const heavy = knownArm(rewardOne(pareto(1, 1.2)));
    const at = { low: 1.5, high: 10 };
    expect(ucbRcRegret(heavy, at, smoothness, { beta, variant: "paper" }).coefficient).toBe(Infinity);
    expect(ucbRcRegret(heavy, at, smoothness, { beta }).coefficient).toBeLessThan(Infinity);
  });

  test("q = 1, an open interval and α = 2 are refused", () => {
    expect(() => ucbRcRegret(arm, interval, { ...smoothness, order: 1 })).toThrow(
      "order must exceed 1, got 1",
    );
    expect(() => ucbRcRegret(arm, { low: 1, high: Infinity }, smoothness)).toThrow(
      "0 < low < high < ∞ must hold",
    );
    expect(() => ucbRcRegret(arm, interval, smoothness, { alpha: 2 })).toThrow("alpha must exceed 2, got 2");
    expect(() => ucbRcRegret(arm, interval, { ...smoothness, lower: 0 })).toThrow(
      "lower and upper must exceed 0",
    );
  });
});
