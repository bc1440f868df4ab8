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
}

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
  keptStarts[0] = 0;
  for (let c = 1; c <= count; c++) {
    const from = length;
    let tautology = false;
    for (let i = starts[c - 1]; i < starts[c]; i++) {
      const literal = literals[i];
      const code = literal > 0 ? 2 * literal + 1 : -2 * literal;
      if (seenIn[code] === c) continue;
      seenIn[code] = c;
      if (seenIn[code ^ 1] === c) tautology = true;
      kept[length++] = code;
    }
    if (tautology) length = from;
    else keptStarts[++clauses] = length;
  }
  return { clauses, literals: length };
}
