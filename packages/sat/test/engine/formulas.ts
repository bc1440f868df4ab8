import { type Formula, formulaOf } from "../../src/formula/formula.ts";
import { xoshiro } from "../../src/random/xoshiro.ts";

/** Random clauses of mixed lengths up to `longest`, literals repeated and opposed now and then. */
export function mixedFormula(seed: number, variables: number, clauses: number, longest: number): Formula {
  const random = xoshiro(seed);
  const literal = () => (1 + random.below(variables)) * (random.below(2) === 0 ? 1 : -1);
  return formulaOf(
    variables,
    Array.from({ length: clauses }, () => {
      // Mostly long ones: too many units leave nothing to walk on.
      const length = random.below(12) === 0 ? 1 + random.below(longest) : longest - random.below(2);
      return Array.from({ length: Math.max(1, length) }, literal);
    }),
  );
}
