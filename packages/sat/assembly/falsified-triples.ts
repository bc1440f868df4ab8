// The falsified clauses of the store for short clauses: as in falsified.ts, but an entry holds the clause's literals
// beside its index, sixteen bytes. The literals of a clause that breaks are at hand in the block of the variable that
// breaks it; those of a clause that is drawn would come from the main memory otherwise, at a million variables.

import { region } from "./arena";

/** Three literals and the clause, for each falsified clause. */
export let entries: usize = 0;
/** For each clause its place among the entries. */
export let entryPlaces: usize = 0;

export function reserveEntries(clauses: u32): void {
  entries = region(<usize>clauses << 4);
  entryPlaces = region(<usize>clauses << 2);
}

@inline
export function entryAt(entries: usize, place: u32): usize {
  return entries + (<usize>place << 4);
}

/** Puts a clause at the end of a list of `length`. */
@inline
export function appendEntry(
  entries: usize, places: usize, length: u32, clause: u32, a: u32, b: u32, c: u32,
): void {
  const entry = entryAt(entries, length);
  store<u64>(entry, <u64>a | (<u64>b << 32));
  store<u64>(entry, <u64>c | (<u64>clause << 32), 8);
  store<u32>(places + (<usize>clause << 2), length);
}

/** Takes out the clause at that place, from a list that has `length` entries afterwards. */
@inline
export function removeEntry(entries: usize, places: usize, length: u32, place: u32): void {
  const moved = entryAt(entries, length);
  const entry = entryAt(entries, place);
  const literals = load<u64>(moved);
  const rest = load<u64>(moved, 8);
  store<u64>(entry, literals);
  store<u64>(entry, rest, 8);
  store<u32>(places + (<usize>(rest >>> 32) << 2), place);
}
