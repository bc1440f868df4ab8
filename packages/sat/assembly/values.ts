// The assignment, read out of whichever store holds the formula.

import { bestValues, currentValues, trailCapacity, trailLength, undoTrail } from "./best";
import { truths } from "./counts";
import { variables } from "./formula";
import { pairsValue } from "./pairs";

/** Whether the store for short clauses holds the formula. */
export let short: bool = false;

export function setShort(value: bool): void {
  short = value;
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
