// The formula as the caller writes it: clause c has the literals literals[starts[c]] up to, not
// including, literals[starts[c + 1]]. A literal is 2 · variable + (1 if positive); variables count
// from 1. No clause is empty, none names a variable twice.

import { clearArena, region } from "./arena";

export let variables: u32 = 0;
export let clauses: u32 = 0;
export let literalCount: u32 = 0;
export let starts: usize = 0;
export let literals: usize = 0;

/** Makes room; the caller then writes `starts` (clauses + 1 words) and `literals`. */
export function reserve(variableCount: u32, clauseCount: u32, total: u32): void {
  clearArena();
  variables = variableCount;
  clauses = clauseCount;
  literalCount = total;
  starts = region((<usize>clauseCount + 1) << 2);
  literals = region(<usize>total << 2);
}

/** Fewer were written than there is room for. */
export function trim(clauseCount: u32, total: u32): void {
  clauses = clauseCount;
  literalCount = total;
}

@inline
export function startOf(clause: u32): u32 {
  return load<u32>(starts + (<usize>clause << 2));
}

@inline
export function literalAt(index: u32): u32 {
  return load<u32>(literals + (<usize>index << 2));
}
