// What the heuristics are told, and the clock they share.

@inline export const SKC: i32 = 0;
@inline export const NOVELTY: i32 = 1;
@inline export const NOVELTY_PLUS: i32 = 2;
@inline export const RNOVELTY: i32 = 3;
@inline export const RNOVELTY_PLUS: i32 = 4;
@inline export const TABU: i32 = 5;
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

// The clock stands at `epoch` when a try begins and moves by one with each flip; a variable's age is
// what it showed at its last flip. Before the first flip the variables count as flipped in the order
// n, …, 2, 1: ages are then all different, there is always a youngest, and ties do not exist. Kautz's
// program does the same. It matters: with "never flipped" as one age, so that nothing is the youngest
// of a fresh clause, 5% more runs on uf100 end within 100 flips.
// The epoch is a multiple of 100, so that every hundredth flip is one of the clock's hundreds.
export let clock: u32 = 0;
export let epoch: u32 = 0;

export function setClock(value: u32): void {
  clock = value;
}

export function startClock(variables: u32, ages: usize, shift: usize): void {
  epoch = ((variables + 99) / 100) * 100;
  clock = epoch;
  for (let v: u32 = 1; v <= variables; v++) store<u32>(ages + (<usize>v << shift), epoch - v);
}

/** The smallest age that `tabu` still holds back. */
@inline
export function firstHeld(now: u32): u32 {
  return now > tenure + epoch ? now - tenure : epoch;
}

// After two thousand million flips the clock and every age go back by half of that, so that 32 bits
// are enough for a run of any length. Variables untouched for that long count as never flipped.
@inline export const CLOCK_LIMIT: u32 = 2000000000;
@inline const CLOCK_STEP: u32 = 1000000000;

export function turnBackClock(variables: u32, ages: usize, shift: usize): void {
  clock -= CLOCK_STEP;
  for (let v: u32 = 1; v <= variables; v++) {
    const at = ages + (<usize>v << shift);
    const age = load<u32>(at);
    store<u32>(at, age > CLOCK_STEP + epoch ? age - CLOCK_STEP : epoch - v);
  }
}
