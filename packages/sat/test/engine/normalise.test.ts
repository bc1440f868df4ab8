import { expect, test } from "vitest";
import { normalise } from "../../src/engine/normalise.ts";
import { formulaOf } from "../../src/formula/formula.ts";

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
