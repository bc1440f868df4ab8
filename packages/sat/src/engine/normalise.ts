import type { Formula } from "../formula/formula.ts";

/** What the engine is given: literals as 2v + 1 for v and 2v for −v, no tautology, no literal twice. */
export interface NormalFormula {
  readonly variables: number;
  readonly starts: Uint32Array;
  readonly literals: Uint32Array;
}

/** A tautology is never false and is left out; a literal written twice counts once. */
export function normalise(formula: Formula): NormalFormula {
  const { variables, starts, literals } = formula;
  const count = starts.length - 1;
  const kept = new Uint32Array(literals.length);
  const keptStarts = new Uint32Array(count + 1);
  const seenIn = new Uint32Array(2 * variables + 2);
  let length = 0;
  let clauses = 0;
  for (let c = 1; c <= count; c++) {
    const from = length;
    let tautology = false;
    if (starts[c] === starts[c - 1]) {
      throw new RangeError(`walkSat: clause ${c} is empty, so no assignment satisfies the formula`);
    }
    for (let i = starts[c - 1]!; i < starts[c]!; i++) {
      const literal = literals[i]!;
      const code = literal > 0 ? 2 * literal + 1 : -2 * literal;
      if (seenIn[code] === c) continue;
      seenIn[code] = c;
      if (seenIn[code ^ 1] === c) tautology = true;
      kept[length++] = code;
    }
    if (tautology) length = from;
    else keptStarts[++clauses] = length;
  }
  return { variables, starts: keptStarts.subarray(0, clauses + 1), literals: kept.subarray(0, length) };
}
