import type { Random } from "@mulligan/core/random";
import { below } from "../engine/seed.ts";
import type { Assignment } from "../formula/assignment.ts";
import type { Formula } from "../formula/formula.ts";
import { drawClause, drawClauses, type Shape } from "./uniform.ts";

/**
 * A formula with a hidden model: uniform clauses, drawn again while the model leaves them false. It is
 * satisfiable at any ratio and size without a solver, but easier than a filtered one: true literals are
 * more frequent than false ones, and local search feels it.
 */
export function plantedFormula(shape: Shape, random: Random): { formula: Formula; model: Assignment } {
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
