import type { Random } from "@mulligan/core/random";
import { below } from "../engine/seed.ts";
import type { Formula } from "../formula/formula.ts";

/** The size of a random formula. */
export interface Shape {
  readonly variables: number;
  readonly clauses: number;
  /** Literals a clause; default 3. */
  readonly clauseLength?: number;
}

/** Uniform random k-SAT: each clause has k different variables, each negated with probability ½. */
export function uniformFormula(shape: Shape, random: Random): Formula {
  return drawClauses(shape, (literals, from, to) => drawClause(literals, from, to, shape.variables, random));
}

/** Fills the clauses of a formula one after the other. */
export function drawClauses(
  { variables, clauses, clauseLength = 3 }: Shape,
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
export function drawClause(
  literals: Int32Array,
  from: number,
  to: number,
  variables: number,
  random: Random,
): void {
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
