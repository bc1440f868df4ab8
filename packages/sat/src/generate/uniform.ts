import type { Random } from "@mulligan/core/random";
import { below } from "../engine/seed.ts";
import type { Assignment, Formula } from "../formula/formula.ts";

/** The size of a random formula. */
export interface FormulaShape {
  /** The number of variables. */
  readonly variables: number;
  /** The number of clauses. */
  readonly clauses: number;
  /** The literals of a clause. Default: 3. */
  readonly clauseLength?: number;
}

/** Generates uniform random k-SAT: each clause has k different variables, each negated with probability ½. */
export function uniformFormula(shape: FormulaShape, random: Random): Formula {
  return drawClauses(shape, (literals, from, to) => drawClause(literals, from, to, shape.variables, random));
}

/** Fills the clauses of a formula one after the other. */
function drawClauses(
  { variables, clauses, clauseLength = 3 }: FormulaShape,
  draw: (literals: Int32Array, from: number, to: number) => void,
): Formula {
  checkShape(variables, clauses, clauseLength);
  const literals = new Int32Array(clauses * clauseLength);
  const starts = new Uint32Array(clauses + 1);
  for (let c = 0; c < clauses; c++) {
    starts[c + 1] = (c + 1) * clauseLength;
    draw(literals, starts[c], starts[c + 1]);
  }
  return { variables, starts, literals };
}

/** Floyd's way to k different variables: one draw each, even where k is close to their number. */
function drawClause(literals: Int32Array, from: number, to: number, variables: number, random: Random): void {
  const has = (variable: number, end: number) => {
    for (let i = from; i < end; i++) if (literals[i] === variable || literals[i] === -variable) return true;
    return false;
  };
  for (let i = from; i < to; i++) {
    const highest = variables - (to - 1 - i);
    const drawn = 1 + below(random, highest);
    const variable = has(drawn, i) ? highest : drawn;
    literals[i] = below(random, 2) === 0 ? variable : -variable;
  }
}

function checkShape(variables: number, clauses: number, clauseLength: number): void {
  if (!(Number.isInteger(variables) && variables >= 1 && variables < 2 ** 30)) {
    throw new RangeError(`generate: variables must be a whole number from 1 to 2³⁰ − 1, got ${variables}`);
  }
  if (!(Number.isInteger(clauses) && clauses >= 0)) {
    throw new RangeError(`generate: clauses must be a whole number of at least 0, got ${clauses}`);
  }
  if (!(Number.isInteger(clauseLength) && clauseLength >= 1 && clauseLength <= variables)) {
    throw new RangeError(
      `generate: clauseLength must be a whole number from 1 to ${variables}, got ${clauseLength}`,
    );
  }
}

/**
 * Generates a formula with a hidden model: uniform clauses, drawn again while the model leaves them false. It is
 * satisfiable at any ratio and size without a solver, but easier than a filtered one: true literals are more frequent
 * than false ones, which guides local search.
 */
export function plantedFormula(shape: FormulaShape, random: Random): { formula: Formula; model: Assignment } {
  const model = new Uint8Array(shape.variables + 1);
  for (let v = 1; v < model.length; v++) model[v] = below(random, 2);
  const formula = drawClauses(shape, (literals, from, to) => {
    do drawClause(literals, from, to, shape.variables, random);
    while (
      !literals.subarray(from, to).some((literal) => model[Math.abs(literal)] === (literal > 0 ? 1 : 0))
    );
  });
  return { formula, model };
}
