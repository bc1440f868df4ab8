// The falsified clauses: a list in no particular order, and for each clause its place in it. A clause
// leaves by letting the last one take its place.

import { region } from "./arena";
import { below } from "./random";

export let list: usize = 0;
export let places: usize = 0;
export let count: u32 = 0;

// The place of the clause that the next flip is made in. It is drawn as soon as the list is up to date, before the
// rest of a flip's work: its cache lines arrive while that work is done.
export let pending: u32 = 0;

export function reserveFalsified(clauses: u32): void {
  list = region(<usize>clauses << 2);
  places = region(<usize>clauses << 2);
}

export function setFalsified(length: u32, next: u32): void {
  count = length;
  pending = next;
}

/** The place of a falsified clause, each as likely; none is drawn from an empty list, and no random number used. */
@inline
export function drawPlace(length: u32): u32 {
  return length == 0 ? 0 : below(length);
}

/** Puts a clause at the end of a list of `length`. */
@inline
export function append(list: usize, places: usize, length: u32, clause: u32): void {
  store<u32>(list + (<usize>length << 2), clause);
  store<u32>(places + (<usize>clause << 2), length);
}

/** Takes a clause out of a list that has `length` entries afterwards. */
@inline
export function remove(list: usize, places: usize, length: u32, clause: u32): void {
  const place = load<u32>(places + (<usize>clause << 2));
  const moved = load<u32>(list + (<usize>length << 2));
  store<u32>(list + (<usize>place << 2), moved);
  store<u32>(places + (<usize>moved << 2), place);
}
