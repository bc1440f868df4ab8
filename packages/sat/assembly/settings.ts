// What the heuristics are told, and the clock they share.

// @ts-ignore: decorator
@inline export const SKC: i32 = 0;
// @ts-ignore: decorator
@inline export const NOVELTY: i32 = 1;
// @ts-ignore: decorator
@inline export const NOVELTY_PLUS: i32 = 2;
// @ts-ignore: decorator
@inline export const RNOVELTY: i32 = 3;
// @ts-ignore: decorator
@inline export const RNOVELTY_PLUS: i32 = 4;
// @ts-ignore: decorator
@inline export const TABU: i32 = 5;
// @ts-ignore: decorator
@inline export const PROBSAT: i32 = 6;

export let heuristic: i32 = SKC;
/** The noise p as a threshold on 32 random bits. */
export let noise: u64 = 0;
/** rnovelty: the chance of the second best where it leads by one, and by more than one. */
export let leadByOne: u64 = 0;
export let leadByMore: u64 = 0;
/** The chance of a random walk step in the two "plus" heuristics. */
export let walkChance: u64 = 0;
export let tenure: u32 = 0;

export function configure(which: i32, p: f64, walk: f64, tabuTenure: u32): void {
  const scale: f64 = 4294967296.0;
  heuristic = which;
  noise = <u64>(p * scale);
  leadByOne = p < 0.5 ? <u64>(2.0 * p * scale) : <u64>scale;
  leadByMore = p < 0.5 ? 0 : <u64>(2.0 * (p - 0.5) * scale);
  walkChance = <u64>(walk * scale);
  tenure = tabuTenure;
}

/** Flips made in this try: the number of the last one, counted from 1. */
export let clock: u32 = 0;
export function setClock(value: u32): void {
  clock = value;
}

// After two thousand million flips the clock and every age go back by half of that, so that 32 bits
// are enough for a run of any length; a multiple of 100 keeps rnovelty's hundredth flips in place.
// Variables untouched for that long count as never flipped.
// @ts-ignore: decorator
@inline export const CLOCK_LIMIT: u32 = 2000000000;
// @ts-ignore: decorator
@inline export const CLOCK_STEP: u32 = 1000000000;
