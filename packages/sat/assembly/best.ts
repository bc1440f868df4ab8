// The best assignment seen, for one store and one comparison a flip. Copying n values at each
// improvement would cost more than the search while it descends; instead the flips since the best
// are kept, and undone when somebody asks (CaDiCaL's local search keeps its minimum so). When the
// trail is full the best is written out once, and nothing more is kept until a better one comes.

import { region } from "./arena";

export let least: u32 = 0;
export let trail: usize = 0;
export let trailLength: u32 = 0;
export let trailCapacity: u32 = 0;
export let bestValues: usize = 0;
export let currentValues: usize = 0;

export function reserveBest(variables: u32): void {
  trailCapacity = max<u32>(variables, 64);
  trail = region(<usize>trailCapacity << 2);
  bestValues = region(<usize>variables + 1);
  currentValues = region(<usize>variables + 1);
}

export function setBest(unsatisfied: u32, length: u32): void {
  least = unsatisfied;
  trailLength = length;
}

/** Undoes a trail of that length in `bestValues`, which holds the current values. */
export function undoTrail(length: u32): void {
  for (let i: u32 = 0; i < length; i++) {
    const at = bestValues + load<u32>(trail + (<usize>i << 2));
    store<u8>(at, load<u8>(at) ^ 1);
  }
}
