import { formulaOf } from "@mulligan/sat";
import { expect, test } from "vitest";
import { type FormulaSize, isRaceDue, newCompetition, shapeOf } from "../../src/sat/competition.ts";

const random3 = (variables: number): FormulaSize => ({
  variables,
  literals: Math.round(12.6 * variables),
  shortest: 3,
  longest: 3,
});
const mixed: FormulaSize = { ...random3(20_000), shortest: 2 };

test("the shape of a formula is its size and the lengths of its clauses", () => {
  const formula = formulaOf(4, [[1, -2], [2, 3, -4], [1]]);
  expect(shapeOf(formula)).toEqual({ variables: 4, literals: 6, shortest: 1, longest: 3 });
});

test("heuristics race at once where the formula is large, else when it took far longer than others", () => {
  expect(isRaceDue(0, random3(10_000), 0)).toBe(true);
  expect(isRaceDue(0, { variables: 120, literals: 71_400, shortest: 7, longest: 7 }, 0)).toBe(true);
  // 100 variables and 1,260 literals: 32 flips for each are 43,520.
  expect(isRaceDue(43_520, random3(100), 0)).toBe(false);
  expect(isRaceDue(43_521, random3(100), 0)).toBe(true);
  expect(isRaceDue(43_521, random3(100), 4_353)).toBe(false);
});

test("probsat leads at large random formulas and long clauses, none elsewhere, and goes alone where memory would not do", () => {
  const { weights } = newCompetition();
  expect(weights(random3(10_000))).toEqual([1, 1, 8]);
  expect(weights(random3(4_999))).toEqual([1, 1, 1]);
  expect(weights({ variables: 500, literals: 50_000, shortest: 5, longest: 5 })).toEqual([1, 1, 8]);
  expect(weights(mixed)).toEqual([1, 1, 1]);
  expect(weights(random3(1_000_000))).toEqual([0, 0, 1]);
});

test("who wins gets more of the next race at a formula of its kind, the more the less it had", () => {
  const { weights, won } = newCompetition();
  won(mixed, 1);
  expect(weights(mixed)).toEqual([1, 2, 1]);
  // A win with half of the time counts two thirds.
  won(mixed, 1);
  expect(weights(mixed)[1]).toBeCloseTo(2 + 4 / 6, 12);
  expect(weights(random3(10_000))).toEqual([1, 1, 8]);
  won(random3(10_000), 0);
  expect(weights(random3(10_000))[0]).toBeCloseTo(1 + 10 / 3, 12);
  expect(weights(random3(1_000_000))).toEqual([0, 0, 1]);
});
