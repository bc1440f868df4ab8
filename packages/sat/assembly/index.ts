// What the package calls.

import { bestValues, currentValues, least, reserveBest, setBest } from "./best";
import { buildCounts, countAges, restartCounts } from "./counts";
import { count, drawPlace, setFalsified } from "./falsified";
import { variables } from "./formula";
import { buildPairs, cards, fitsPairs, restartPairs } from "./pairs";
import { reserveWeights } from "./probsat";
import { clock, CLOCK_LIMIT, heuristic, PROBSAT, setClock, SKC, turnBackClock } from "./settings";
import { setShort, short } from "./values";
import { walkCounts } from "./walk-counts";
import { walkPairs } from "./walk-pairs";

export { literals, reserve, starts, trim } from "./formula";
export { weights } from "./probsat";
export { seed } from "./random";
export { configure } from "./settings";
export { settleBest, writeOutCurrent } from "./values";
export { bestValues, clock, count, currentValues, least, setClock };

/** Lays out the formula that was written; `layout` 0 chooses, 1 asks for counts, 2 for pairs if they fit. */
export function build(layout: i32): i32 {
  reserveWeights();
  reserveBest(variables);
  setShort(layout != 1 && fitsPairs());
  if (short) buildPairs();
  else buildCounts();
  return short ? 2 : 1;
}

export function restart(): void {
  const falsified = short ? restartPairs() : restartCounts(heuristic != SKC && heuristic != PROBSAT);
  setFalsified(falsified, drawPlace(falsified));
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
