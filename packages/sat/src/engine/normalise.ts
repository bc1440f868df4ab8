import type { Assignment, Formula } from "../formula/formula.ts";

/** A formula as the engine reads it: literals as 2v + 1 for v and 2v for −v, no tautology, no literal twice. */
interface NormalFormula {
  readonly starts: Uint32Array;
  readonly literals: Uint32Array;
}

/** The parts of a `NormalFormula` that were written. */
interface NormalSize {
  readonly clauses: number;
  readonly literals: number;
  /** The length of the longest clause that was written. */
  readonly longest: number;
}

/** Clauses up to this length are searched for a literal, since a large table of all literals is not in the cache. */
const SHORT = 8;

/**
 * Writes the formula into arrays of its own size. A tautology is never false and is left out; a literal
 * written twice counts once.
 */
export function normalise(formula: Formula, into: NormalFormula): NormalSize {
  const { variables, starts, literals } = formula;
  const { starts: keptStarts, literals: kept } = into;
  const count = starts.length - 1;
  const seenIn = new Uint32Array(2 * variables + 2);
  let length = 0;
  let clauses = 0;
  let longest = 0;
  keptStarts[0] = 0;
  for (let c = 1; c <= count; c++) {
    const from = length;
    const short = starts[c] - starts[c - 1] <= SHORT;
    let tautology = false;
    for (let i = starts[c - 1]; i < starts[c]; i++) {
      const literal = literals[i];
      const code = literal > 0 ? 2 * literal + 1 : -2 * literal;
      if (short ? has(kept, from, length, code) : seenIn[code] === c) continue;
      if (short ? has(kept, from, length, code ^ 1) : seenIn[code ^ 1] === c) tautology = true;
      if (!short) seenIn[code] = c;
      kept[length++] = code;
    }
    if (tautology) length = from;
    else {
      keptStarts[++clauses] = length;
      longest = Math.max(longest, length - from);
    }
  }
  return { clauses, literals: length, longest };
}

function has(codes: Uint32Array, from: number, to: number, code: number): boolean {
  for (let i = from; i < to; i++) if (codes[i] === code) return true;
  return false;
}

/** A formula without the variables that no clause mentions. */
export interface DenseFormula {
  readonly formula: Formula;
  /** Turns an assignment of the dense formula into one of the whole; variables that no clause mentions are false. */
  expand(assignment: Assignment): Assignment;
}

/** With fewer variables for each literal, or fewer in all, the clauses take as much memory as the variables. */
const SPARSE = 16;
const MIN_VARIABLES = 65_536;

/**
 * A header may declare sixty million variables for one clause, and a search needs memory for each. Where most are never
 * mentioned, the others get new numbers in the same order. Returns undefined where that would save little.
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

/** The index of a number in a sorted list that has it. */
function placeOf(sorted: Int32Array, value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
