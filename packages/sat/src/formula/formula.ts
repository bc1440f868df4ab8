/**
 * A formula in conjunctive normal form, stored flat so that half a million clauses are two arrays: clause c has the
 * literals literals[starts[c]] up to, but not including, literals[starts[c + 1]]. Literals are those of DIMACS: v or −v
 * for a variable v from 1 to `variables`.
 */
export interface Formula {
  /** The number of variables. */
  readonly variables: number;
  /** The index in `literals` at which each clause begins; the last entry is the length of `literals`. */
  readonly starts: Uint32Array;
  /** The literals of all clauses, one clause after the other. */
  readonly literals: Int32Array;
}

/** Returns the number of clauses. */
export function clauseCount(formula: Formula): number {
  return formula.starts.length - 1;
}

/** Returns the literals of one clause, counted from 0, as a view without a copy. */
export function clauseAt(formula: Formula, clause: number): Int32Array {
  return formula.literals.subarray(formula.starts[clause], formula.starts[clause + 1]);
}

/** Returns the length of the longest clause; 0 for a formula without clauses. */
export function longestClause(formula: Formula): number {
  let longest = 0;
  for (let c = 1; c < formula.starts.length; c++) {
    longest = Math.max(longest, formula.starts[c] - formula.starts[c - 1]);
  }
  return longest;
}

/** Returns the index of an empty clause, which no assignment satisfies; −1 if there is none. */
export function emptyClause(formula: Formula): number {
  for (let c = 1; c < formula.starts.length; c++) {
    if (formula.starts[c] === formula.starts[c - 1]) return c - 1;
  }
  return -1;
}

/** Makes a formula from clauses written as lists of literals. */
export function formulaOf(variables: number, clauses: Iterable<readonly number[]>): Formula {
  if (!(Number.isInteger(variables) && variables >= 0)) {
    throw new RangeError(`formulaOf: variables must be a whole number of at least 0, got ${variables}`);
  }
  const starts = [0];
  const literals: number[] = [];
  for (const clause of clauses) {
    for (const literal of clause) {
      if (!(Number.isInteger(literal) && literal !== 0 && Math.abs(literal) <= variables)) {
        throw new RangeError(
          `formulaOf: a literal must be ±1 to ±${variables}, got ${literal} in clause ${starts.length}`,
        );
      }
      literals.push(literal);
    }
    starts.push(literals.length);
  }
  return { variables, starts: Uint32Array.from(starts), literals: Int32Array.from(literals) };
}

/** The values of the variables: assignment[v] is 1 for true and 0 for false; index 0 is unused. */
export type Assignment = Uint8Array;

/** Returns how many clauses the assignment leaves false. */
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

/** Returns whether the assignment is a model. It is independent of the engine, and every solution is checked by it. */
export function satisfies(formula: Formula, assignment: Assignment): boolean {
  return assignment.length > formula.variables && countFalsified(formula, assignment) === 0;
}

/** Returns the assignment as DIMACS literals, v or −v for each variable in turn. */
export function literalsOf(assignment: Assignment): number[] {
  return Array.from(assignment.subarray(1), (value, index) => (value === 1 ? index + 1 : -(index + 1)));
}
