import type { Formula } from "../formula/formula.ts";

/** What the engine is given: literals as 2v + 1 for v and 2v for −v, no tautology, no literal twice. */
export interface NormalFormula {
  readonly starts: Uint32Array;
  readonly literals: Uint32Array;
}

/** How much of a `NormalFormula` was written. */
export interface NormalSize {
  readonly clauses: number;
  readonly literals: number;
  /** The length of the longest clause that was written. */
  readonly longest: number;
}

/** Up to this length a clause is searched for a literal; a table of all literals is not in the cache if it is large. */
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
