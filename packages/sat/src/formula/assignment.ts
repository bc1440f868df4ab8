import type { Formula } from "./formula.ts";

/** The values of the variables: assignment[v] is 1 for true and 0 for false; index 0 is unused. */
export type Assignment = Uint8Array;

/** How many clauses the assignment leaves false. */
export function countFalsified(formula: Formula, assignment: Assignment): number {
  const { starts, literals } = formula;
  let falsified = 0;
  for (let c = 1; c < starts.length; c++) {
    let satisfied = false;
    for (let i = starts[c - 1]; i < starts[c] && !satisfied; i++) {
      const literal = literals[i];
      satisfied = literal > 0 ? assignment[literal] === 1 : assignment[-literal] === 0;
    }
    if (!satisfied) falsified++;
  }
  return falsified;
}

/** Whether the assignment is a model. It knows nothing of the engine, and every solve is checked by it. */
export function satisfies(formula: Formula, assignment: Assignment): boolean {
  return assignment.length > formula.variables && countFalsified(formula, assignment) === 0;
}

/** The assignment as DIMACS literals, v or −v for each variable in turn. */
export function literalsOf(assignment: Assignment): number[] {
  return Array.from(assignment.subarray(1), (value, index) => (value === 1 ? index + 1 : -(index + 1)));
}
