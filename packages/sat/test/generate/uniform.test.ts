import { expect, test } from "vitest";
import { xoshiro } from "../../src/engine/seed.ts";
import { clauseAt, satisfies } from "../../src/formula/formula.ts";
import { plantedFormula, uniformFormula } from "../../src/generate/uniform.ts";

test("every clause has k different variables, even k = n", () => {
  const random = xoshiro(2);
  for (const [variables, clauseLength] of [
    [3, 3],
    [5, 4],
    [100, 3],
    [50, 7],
    [9, 1],
  ] as const) {
    const formula = uniformFormula({ variables, clauses: 200, clauseLength }, random);
    for (let c = 0; c < 200; c++) {
      expect(new Set(clauseAt(formula, c).map(Math.abs)).size).toBe(clauseLength);
    }
  }
});

test("all literals and all sets of variables are equally likely", () => {
  const formula = uniformFormula({ variables: 5, clauses: 80_000, clauseLength: 2 }, xoshiro(3));
  const counts = new Map<string, number>();
  for (let c = 0; c < 80_000; c++) {
    const name = [...clauseAt(formula, c)].sort((a, b) => a - b).join();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // 10 pairs × 4 signs: χ² with 39 degrees of freedom exceeds 85 once in 40,000 seeds.
  expect(counts.size).toBe(40);
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0);
  expect(chiSquare).toBeLessThan(85);
});

test("a planted formula has its model at any ratio", () => {
  const { formula, model } = plantedFormula({ variables: 20, clauses: 2000 }, xoshiro(6));
  expect(satisfies(formula, model)).toBe(true);
});

test.each([
  [{ variables: 0, clauses: 1 }, "variables must be a whole number from 1"],
  [{ variables: 5, clauses: -1 }, "clauses must be a whole number of at least 0, got -1"],
  [{ variables: 5, clauses: 1, clauseLength: 6 }, "clauseLength must be a whole number from 1 to 5, got 6"],
])("%j is refused", (shape, message) => {
  expect(() => uniformFormula(shape, xoshiro(1))).toThrow(message);
});
