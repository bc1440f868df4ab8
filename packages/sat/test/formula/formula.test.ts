import { expect, test } from "vitest";
import { clauseAt, clauseCount, emptyClause, formulaOf, longestClause } from "../../src/formula/formula.ts";

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

test("a negative number of variables is refused", () => {
  expect(() => formulaOf(-1, [])).toThrow(
    "formulaOf: variables must be a whole number of at least 0, got -1",
  );
});
