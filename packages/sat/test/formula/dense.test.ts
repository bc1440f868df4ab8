import { expect, test } from "vitest";
import { denseFormula } from "../../src/formula/dense.ts";
import { formulaOf } from "../../src/formula/formula.ts";
import { satisfies, walkSat } from "../../src/index.ts";

test("variables that no clause mentions are left out, the others keep their order", () => {
  const dense = denseFormula(
    formulaOf(1_000_000, [
      [7, -900_000],
      [-7, 31, 31],
    ]),
  )!;
  expect(dense.formula).toEqual(
    formulaOf(3, [
      [1, -3],
      [-1, 2, 2],
    ]),
  );
  const whole = dense.expand(Uint8Array.of(0, 1, 0, 1));
  expect(whole.length).toBe(1_000_001);
  expect([whole[7], whole[31], whole[900_000]]).toEqual([1, 0, 1]);
  expect(whole.reduce((sum, value) => sum + value, 0)).toBe(2);
});

test("where the clauses take as much memory as the variables, nothing is renumbered", () => {
  expect(denseFormula(formulaOf(100, [[1, 2]]))).toBeUndefined();
  const clauses = Array.from({ length: 10_000 }, (_, i) => [i + 1, -(i + 2)]);
  expect(denseFormula(formulaOf(100_000, clauses))).toBeUndefined();
});

test("a search on a sparse formula gives assignments of all its variables", () => {
  const formula = formulaOf(70_000, [
    [69_999, -5],
    [5, 40],
    [-69_999, -40],
  ]);
  const walk = walkSat(formula, { seed: 3 });
  expect(walk.run(1_000)).toBe(true);
  expect(satisfies(formula, walk.model!)).toBe(true);
  expect([walk.assignment().length, walk.bestAssignment().length]).toEqual([70_001, 70_001]);
});
