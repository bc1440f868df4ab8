import { expect, test } from "vitest";
import {
  clauseAt,
  clauseCount,
  countFalsified,
  emptyClause,
  formulaOf,
  literalsOf,
  longestClause,
  satisfies,
} from "../../src/formula/formula.ts";

test("clauses come back as they were given", () => {
  const formula = formulaOf(4, [[1, -4], [2], [-3, 3, 1]]);
  expect(clauseCount(formula)).toBe(3);
  expect([...clauseAt(formula, 2)]).toEqual([-3, 3, 1]);
  expect(longestClause(formula)).toBe(3);
  expect(emptyClause(formula)).toBe(-1);
  expect(longestClause(formulaOf(0, []))).toBe(0);
});

test.each([0, 5, -5, 1.5, Number.NaN])("literal %d over four variables is refused", (literal) => {
  expect(() => formulaOf(4, [[1], [literal]])).toThrow(
    `a literal must be ±1 to ±4, got ${literal} in clause 2`,
  );
});

const formula = formulaOf(3, [
  [1, -2],
  [2, 3],
  [-1, -3],
  [2, -2],
]);

test.each([
  [[0, 0, 1], 0],
  [[0, 0, 0], 1],
  [[1, 1, 1], 1],
  [[1, 1, 0], 0],
  [[0, 1, 0], 1],
])("values %j leave %i clauses false", (values, falsified) => {
  const assignment = Uint8Array.from([0, ...values]);
  expect(countFalsified(formula, assignment)).toBe(falsified);
  expect(satisfies(formula, assignment)).toBe(falsified === 0);
});

test("literalsOf writes v for true and −v for false", () => {
  expect(literalsOf(Uint8Array.from([0, 1, 0, 1]))).toEqual([1, -2, 3]);
});
