import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { betaOfFactor, betaOfLeastPenalty, estimationPenalty } from "../../src/theory/beta.ts";
import { confidenceFactor } from "../../src/theory/concentration.ts";

describe("β and what it costs", () => {
  test("E11: the experiments' factor 1.01 is β = 0.0033186, where z = 301", () => {
    const beta = betaOfFactor(1.01);
    expect(beta).toBeCloseTo(0.0033186, 7);
    expect(estimationPenalty(beta)).toBeCloseTo(301.33, 1);
  });

  test("E11: z is least at β = 0.15767, z = 6.3425, factor 1.5910 (mpmath, 40 digits)", () => {
    const beta = betaOfLeastPenalty();
    expect(beta).toBeCloseTo(0.157666671597, 10);
    expect(estimationPenalty(beta)).toBeCloseTo(6.34249451627, 8);
    expect(confidenceFactor(beta)).toBeCloseTo(1.59104724618, 9);
    for (const other of [0.1, 0.15, 0.165, 0.3]) {
      expect(estimationPenalty(other)).toBeGreaterThan(estimationPenalty(beta));
    }
  });

  test("z of eqn:z-beta by hand: 10 at β = 0.1, where 1/β rules; 36√2 at β = 1/2, where the other branch does", () => {
    expect(estimationPenalty(0.1)).toBe(10);
    expect(estimationPenalty(0.5)).toBeCloseTo(36 * Math.SQRT2, 10);
  });

  test("betaOfFactor undoes confidenceFactor", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 0.999, noNaN: true }), (beta) => {
        expect(betaOfFactor(confidenceFactor(beta)) / beta).toBeCloseTo(1, 8);
      }),
    );
  });

  test("factors below 1 and β outside (0, 1) are refused", () => {
    expect(() => betaOfFactor(0.99)).toThrow(
      "betaOfFactor: factor must be a finite number of at least 1, got 0.99",
    );
    expect(betaOfFactor(1)).toBe(0);
    expect(() => estimationPenalty(0)).toThrow("estimationPenalty: beta must lie in (0, 1), got 0");
    expect(() => estimationPenalty(1)).toThrow("got 1");
  });
});
