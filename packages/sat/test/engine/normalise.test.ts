import { expect, test } from "vitest";
import { denseFormula, normalise } from "../../src/engine/normalise.ts";
import { formulaOf } from "../../src/formula/formula.ts";
import { satisfies, walkSat } from "../../src/index.ts";

test("a literal written twice counts once, a tautology is left out, the rest keeps its order", () => {
  const formula = formulaOf(4, [
    [3, -1, 3],
    [2, 4, -2],
    [-4, -4],
    [1, 2, 3],
  ]);
  const into = { starts: new Uint32Array(5).fill(99), literals: new Uint32Array(11).fill(99) };
  expect(normalise(formula, into)).toEqual({ clauses: 3, literals: 6, longest: 3 });
  expect([...into.starts.subarray(0, 4)]).toEqual([0, 2, 3, 6]);
  expect([...into.literals.subarray(0, 6)]).toEqual([7, 2, 8, 3, 5, 7]);
});

test("a long clause is cleaned like a short one", () => {
  const long = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? i + 1 : -i - 1));
  const formula = formulaOf(20, [
    [...long, 5, -2, 19],
    [...long, -5],
    [1, 1],
  ]);
  const into = { starts: new Uint32Array(4), literals: new Uint32Array(46) };
  expect(normalise(formula, into)).toEqual({ clauses: 2, literals: 21, longest: 20 });
  expect([...into.starts.subarray(0, 3)]).toEqual([0, 20, 21]);
  expect([...into.literals.subarray(0, 21)]).toEqual([
    ...long.map((literal) => (literal > 0 ? 2 * literal + 1 : -2 * literal)),
    3,
  ]);
});

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
