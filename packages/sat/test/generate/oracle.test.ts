import { beforeAll, describe, expect, test } from "vitest";
import { clauseAt, clauseCount, type Formula, formulaOf, satisfies } from "../../src/formula/formula.ts";
import { loadOracle, type Oracle } from "../../src/generate/oracle.ts";
import { mixedFormula } from "../engine/formulas.ts";
import { haveSatlib, readSatlib, satlibNote } from "../satlib.ts";

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

/** All models of a small formula, by trying every assignment. */
function allModels(formula: Formula): Uint8Array[] {
  return Array.from({ length: 2 ** formula.variables }, (_, bits) =>
    Uint8Array.from({ length: formula.variables + 1 }, (_, v) => (v === 0 ? 0 : (bits >> (v - 1)) & 1)),
  ).filter((assignment) => satisfies(formula, assignment));
}

test("satisfiability, models and backbones agree with trying every assignment", () => {
  let unsatisfiable = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const formula = mixedFormula(seed, 7, 10 + (seed % 20), 3);
    const models = allModels(formula);
    const model = oracle.solve(formula);
    if (models.length === 0) unsatisfiable++;
    expect(model !== undefined).toBe(models.length > 0);
    if (model) expect(satisfies(formula, model)).toBe(true);
    const forced = [1, 2, 3, 4, 5, 6, 7]
      .flatMap((v) => [v, -v])
      .filter((literal) => models.every((m) => m[Math.abs(literal)] === (literal > 0 ? 1 : 0)));
    expect(oracle.backbone(formula)).toEqual(models.length > 0 ? forced : undefined);
    expect(oracle.backbone(formula, 3)).toEqual(
      models.length > 0 && forced.length === 3 ? forced : undefined,
    );
  }
  expect(unsatisfiable).toBeGreaterThan(10);
  expect(unsatisfiable).toBeLessThan(50);
});

test("an empty clause has no model and no backbone", () => {
  expect(oracle.solve(formulaOf(2, [[1], []]))).toBeUndefined();
  expect(oracle.backbone(formulaOf(2, [[1], []]))).toBeUndefined();
});

describe.runIf(haveSatlib)(`on SATLIB${satlibNote}`, () => {
  test("the given CBS instances have backbone exactly 30, 100 variables and 403 clauses", () => {
    for (const formula of readSatlib("cbs").slice(0, 6)) {
      expect([formula.variables, clauseCount(formula)]).toEqual([100, 403]);
      expect(oracle.backbone(formula)).toHaveLength(30);
    }
  });

  test("the given uf100 instances are satisfiable, 100 variables and 430 clauses of 3", () => {
    for (const formula of readSatlib("uf100").slice(0, 50)) {
      expect([formula.variables, clauseCount(formula)]).toEqual([100, 430]);
      expect(clauseAt(formula, 429)).toHaveLength(3);
      expect(oracle.isSatisfiable(formula)).toBe(true);
    }
  });
});
