import {
  empirical,
  exponential,
  parseLaw,
  rewardBernoulli,
  rewardOne,
  rewardPower,
} from "@mulligan/core/distributions";
import { constantResetting } from "@mulligan/core/problem";
import { knownArm } from "@mulligan/core/theory";
import { describe, expect, test } from "vitest";
import { leastDivergence, regretLowerBound } from "../../src/bounds/lower-bound.ts";

/** Six in ten trials take 1, the others 100: cut at 1, r* = 0.6. */
const twoPoint = knownArm(rewardOne(empirical([1, 1, 1, 100, 100])));
const nine = Array.from({ length: 9 }, (_, i) => 10 ** (-0.5 + i / 8));

describe("K_inf by hand", () => {
  test("two points: all that runs beyond 1 is cut at 3, so K_inf = 0.4·log(1 + 2·r*), the law's λ at its end", () => {
    const { divergence, seenAt } = leastDivergence(twoPoint, 3, 1, { rate: 0.6, from: 1, spent: 1 });
    expect(divergence).toBeCloseTo(0.4 * Math.log(2.2), 12);
    // The alternative's completions come just after 1: every longer cutoff sees them.
    expect(seenAt(2)).toBeCloseTo(divergence, 12);
    expect(seenAt(5)).toBe(divergence);
    // Δμ = 0.6·1.8 − 0.6.
    expect(regretLowerBound([twoPoint], [1, 3])!.coefficient).toBeCloseTo(0.48 / (0.4 * Math.log(2.2)), 10);
  });

  test("a resetting time C: ψ reaches 1 + r*·C just after t*, and a cut at 3 costs 3 + C − (1 + C)", () => {
    const arm = knownArm(rewardOne(empirical([1, 1, 1, 100, 100])), { resetting: constantResetting(0.5) });
    const rate = 0.6 / 1.2;
    const { divergence } = leastDivergence(arm, 3, 1, { rate, from: 1, spent: 1.5 });
    expect(divergence).toBeCloseTo(0.4 * Math.log(1 + (2 * rate) / (1 + 0.5 * rate)), 12);
  });

  test("another arm that never completes in time: K_inf = log(1 + r*·t), whatever the policy plays", () => {
    const hopeless = knownArm(rewardOne(empirical([100])));
    const { arms, coefficient } = regretLowerBound([twoPoint, hopeless], [1])!;
    expect(arms[0]).toEqual({ coefficient: 0, cutoff: null, divergence: 0 });
    expect(arms[1].divergence).toBeCloseTo(Math.log(1.6), 12);
    expect(coefficient).toBeCloseTo(0.6 / Math.log(1.6), 10);
  });

  test("exponential, against a sum over its density on a fine grid; rewards pay with chance 0.7", () => {
    const p = 0.7;
    const arm = knownArm(rewardBernoulli(exponential(2), p));
    const [rate, cutoff, cells] = [1, 1.5, 5_000];
    const dual = (multiplier: number) => {
      let sum = Math.exp(-cutoff / 2) * Math.log1p(multiplier * rate * cutoff);
      for (let i = 0; i < cells; i++) {
        const x = ((i + 0.5) * cutoff) / cells;
        const weight = (Math.exp(-x / 2) / 2) * (cutoff / cells);
        const base = 1 + multiplier * rate * x;
        sum += weight * (p * Math.log(base - multiplier) + (1 - p) * Math.log(base));
      }
      return sum;
    };
    const most = Math.max(...Array.from({ length: 200 }, (_, i) => dual(i / 200)));
    const { divergence } = leastDivergence(arm, cutoff, p, { rate, from: -1, spent: 0 });
    expect(divergence).toBeGreaterThanOrEqual(most - 1e-7);
    expect(divergence).toBeLessThan(most + 1e-4);
  });
});

describe("the lower bound on regret", () => {
  test.each([
    ["pareto(scale=0.3,shape=1.2)", 12.754, 1.3335],
    ["lognormal(median=0.9,sigma=1.2)", 238.297, 1],
  ])("%s on the paper's nine cutoffs: %s·log τ, decided by the cutoff after t*", (law, coefficient, next) => {
    const { arms } = regretLowerBound([knownArm(rewardOne(parseLaw(law)))], nine)!;
    expect(arms[0].coefficient).toBeCloseTo(coefficient, 2);
    expect(arms[0].cutoff).toBeCloseTo(next, 3);
  });

  test("0 where the longest cutoff is the best, and where all are equally good", () => {
    expect(regretLowerBound([twoPoint], [0.5, 1])!.coefficient).toBe(0);
    expect(regretLowerBound([knownArm(rewardOne(exponential(2)))], nine)!.coefficient).toBe(0);
  });

  test("unknown where rewards are neither 1 nor a coin's", () => {
    const rich = knownArm(rewardPower(parseLaw("pareto(scale=1,shape=1.2)"), 1, -1));
    expect(regretLowerBound([rich], [2, 8])).toBeUndefined();
  });

  test("it does not depend on the unit of time", () => {
    const law = "pareto(scale=300,shape=1.2)";
    const slow = regretLowerBound(
      [knownArm(rewardOne(parseLaw(law)))],
      nine.map((t) => 1000 * t),
    )!;
    expect(slow.coefficient).toBeCloseTo(12.754, 2);
  });

  test("with t_L = ∞ it exists too, also for a law without a mean", () => {
    const { arms } = regretLowerBound(
      [knownArm(rewardOne(parseLaw("pareto(scale=1,shape=0.9)")))],
      [2, Infinity],
    )!;
    expect(arms[0].divergence).toBeGreaterThan(0);
    expect(arms[0].coefficient).toBe(Infinity);
  });
});
