import { describe, expect, test } from "vitest";
import { satArm } from "../../src/engine/sat-arm.ts";
import { xoshiro } from "../../src/engine/seed.ts";
import { plantedFormula } from "../../src/generate/uniform.ts";

const { formula } = plantedFormula({ variables: 60, clauses: 250 }, xoshiro(11));

describe("satArm", () => {
  test("completes with the flips it took and reward 1, or is censored at the cutoff", () => {
    const arm = satArm(formula, { heuristic: "novelty+", seed: 3 });
    const outcomes = Array.from({ length: 200 }, () => arm.start(150.5));
    for (const outcome of outcomes) {
      if (outcome.kind === "completed") expect([outcome.time <= 150, outcome.reward]).toEqual([true, 1]);
      else expect(outcome).toEqual({ kind: "censored", time: 150.5 });
    }
    expect(new Set(outcomes.map((outcome) => outcome.kind)).size).toBe(2);
  });

  test("the same seed gives the same outcomes, and a try does not hang on how the last one ended", () => {
    const [short, long] = [satArm(formula, { seed: 5 }), satArm(formula, { seed: 5 })];
    for (let i = 0; i < 50; i++) {
      const cut = short.start(100);
      const whole = long.start(2000);
      if (cut.kind === "completed") expect(whole).toEqual(cut);
      else expect(whole.time).toBeGreaterThan(100);
    }
  });

  test("a cutoff of 0 is refused", () => {
    expect(() => satArm(formula).start(0)).toThrow("sat trial: cutoff must exceed 0, got 0");
  });
});
