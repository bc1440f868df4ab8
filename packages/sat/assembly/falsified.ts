// The falsified clauses: a list in no particular order, and for each clause its place in it. A clause
// leaves by letting the last one take its place.

import { region } from "./arena";

export let list: usize = 0;
export let places: usize = 0;
export let count: u32 = 0;

export function reserveFalsified(clauses: u32): void {
  list = region(<usize>clauses << 2);
  places = region(<usize>clauses << 2);
  count = 0;
}

export function setCount(value: u32): void {
  count = value;
}

/** Puts a clause at the end of a list of `length`. */
// @ts-ignore: decorator
@inline
export function append(list: usize, places: usize, length: u32, clause: u32): void {
  store<u32>(list + (<usize>length << 2), clause);
  store<u32>(places + (<usize>clause << 2), length);
}

/** Takes a clause out of a list that has `length` entries afterwards. */
// @ts-ignore: decorator
@inline
export function remove(list: usize, places: usize, length: u32, clause: u32): void {
  const place = load<u32>(places + (<usize>clause << 2));
  const moved = load<u32>(list + (<usize>length << 2));
  store<u32>(list + (<usize>place << 2), moved);
  store<u32>(places + (<usize>moved << 2), place);
}
