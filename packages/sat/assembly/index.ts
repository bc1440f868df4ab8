// What the package calls.

import { bestValues, currentValues, least, reserveBest, setBest, trailCapacity, trailLength, undoTrail } from "./best";
import { buildCounts, countAges, restartCounts, truths } from "./counts";
import { count, drawFalsified, list, setFalsified } from "./falsified";
import { variables } from "./formula";
import { buildPairs, cards, fitsPairs, pairsValue, restartPairs } from "./pairs";
import { reserveWeights } from "./probsat";
import { clock, CLOCK_LIMIT, heuristic, PROBSAT, setClock, SKC, turnBackClock } from "./settings";
import { walkCounts } from "./walk-counts";
import { walkPairs } from "./walk-pairs";

export { literals, reserve, starts } from "./formula";
export { weights } from "./probsat";
export { seed } from "./random";
export { configure } from "./settings";
export { bestValues, clock, count, currentValues, least, setClock };

let short: bool = false;

/** Lays out the formula that was written; `layout` 0 chooses, 1 asks for counts, 2 for pairs if they fit. */
export function build(layout: i32): i32 {
  reserveWeights();
  reserveBest(variables);
  short = layout != 1 && fitsPairs();
  if (short) buildPairs();
  else buildCounts();
  return short ? 2 : 1;
}

let touched: u64 = 0;

/** Somewhere to leave the sum of loads made for their cache lines alone. */
export function keepTouched(sum: u64): void {
  touched += sum;
}

export function restart(): void {
  const falsified = short ? restartPairs() : restartCounts(heuristic != SKC && heuristic != PROBSAT);
  setFalsified(falsified, drawFalsified(list, falsified));
  setBest(count, 0);
}

/** Up to that many more flips; gives how many were made. */
export function walk(flips: u32): u32 {
  let made: u32 = 0;
  while (made < flips && count != 0) {
    if (clock == CLOCK_LIMIT) turnBackClock(variables, short ? cards : countAges, short ? 3 : 2);
    const from = clock;
    const until = from + min<u32>(flips - made, CLOCK_LIMIT - from);
    if (short) walkPairs(until);
    else walkCounts(until);
    made += clock - from;
  }
  return made;
}

/** One byte a variable, index 0 unused. */
export function writeOutCurrent(): void {
  writeOut(currentValues);
}

function writeOut(to: usize): void {
  for (let v: u32 = 1; v <= variables; v++) {
    store<u8>(to + v, short ? <u8>pairsValue(v) : load<u8>(truths + (<usize>v << 1), 1));
  }
}

export function writeOutBest(length: u32): void {
  writeOut(bestValues);
  undoTrail(length);
}

/** Brings `bestValues` up to date, unless a full trail already wrote it out. */
export function settleBest(): void {
  if (trailLength < trailCapacity) writeOutBest(trailLength);
}
