import { expect, test } from "vitest";
import { countFalsified, literalsOf, satisfies } from "../../src/formula/assignment.ts";
import { formulaOf } from "../../src/formula/formula.ts";

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

test("an assignment that leaves a variable out is no model", () => {
  expect(satisfies(formula, Uint8Array.from([0, 0, 0]))).toBe(false);
});

test("an empty clause is false under every assignment", () => {
  expect(satisfies(formulaOf(1, [[]]), Uint8Array.from([0, 1]))).toBe(false);
});

test("literalsOf writes v for true and −v for false", () => {
  expect(literalsOf(Uint8Array.from([0, 1, 0, 1]))).toEqual([1, -2, 3]);
});
