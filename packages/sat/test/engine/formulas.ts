import { below, xoshiro } from "../../src/engine/seed.ts";
import { type Formula, formulaOf } from "../../src/formula/formula.ts";

/** Random clauses of mixed lengths up to `longest`, literals repeated and opposed now and then. */
export function mixedFormula(seed: number, variables: number, clauses: number, longest: number): Formula {
  const random = xoshiro(seed);
  const literal = () => (1 + below(random, variables)) * (below(random, 2) === 0 ? 1 : -1);
  return formulaOf(
    variables,
    Array.from({ length: clauses }, () => {
      // Mostly long ones: too many units leave nothing to walk on.
      const length = below(random, 12) === 0 ? 1 + below(random, longest) : longest - below(random, 2);
      return Array.from({ length: Math.max(1, length) }, literal);
    }),
  );
}
