import type { Assignment } from "./assignment.ts";
import type { Formula } from "./formula.ts";

/** A formula without the variables that no clause mentions. */
export interface DenseFormula {
  readonly formula: Formula;
  /** An assignment of the dense formula as one of the whole; what no clause mentions is false. */
  expand(assignment: Assignment): Assignment;
}

/** So many variables for each literal, and more than a few: else the clauses take as much memory as the variables. */
const SPARSE = 16;
const MIN_VARIABLES = 65_536;

/**
 * A header may declare sixty million variables for one clause, and a search needs memory for each. Where most are never
 * mentioned, those that are get new numbers, in their order; undefined where that would save little.
 */
export function denseFormula({ variables, starts, literals }: Formula): DenseFormula | undefined {
  if (variables < MIN_VARIABLES || variables < SPARSE * literals.length) return undefined;
  const all = literals.map((literal) => Math.abs(literal)).sort();
  const mentioned = all.filter((variable, place) => place === 0 || variable !== all[place - 1]);
  const renumbered = literals.map(
    (literal) => Math.sign(literal) * (placeOf(mentioned, Math.abs(literal)) + 1),
  );
  return {
    formula: { variables: mentioned.length, starts, literals: renumbered },
    expand(assignment) {
      const whole = new Uint8Array(variables + 1);
      for (const [place, variable] of mentioned.entries()) whole[variable] = assignment[place + 1];
      return whole;
    },
  };
}

/** Where a number stands in a sorted list that has it. */
function placeOf(sorted: Int32Array, value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
