import type { Tried } from "mulligan/client";
import { type End, howItEnded } from "./how-it-ended.ts";

/** A try as a bar: when it began and ended, on the clock of all time spent. */
export interface Bar {
  readonly tried: Tried;
  readonly end: End;
  readonly from: number;
  readonly to: number;
}

/** The tries of one arm. */
export interface Lane {
  readonly arm: string;
  readonly bars: readonly Bar[];
}

export interface Lanes {
  readonly lanes: readonly Lane[];
  readonly from: number;
  readonly to: number;
  /** Tries of arms for which there was no room. */
  readonly leftOut: number;
}

export const MAX_LANES = 8;

/**
 * The tries one after the other, as bars, a lane for each arm, in the order of the arms. The clock counts the time of
 * all tries together: where several ran at once, it runs faster than the one on the wall. It begins at 0 if these are
 * all tries, and ends at 0 if they are the latest.
 */
export function lanesOf(tries: readonly Tried[], arms: readonly string[], isAll: boolean): Lanes {
  const start = isAll ? 0 : -tries.reduce((sum, { time }) => sum + time, 0);
  const byArm = new Map<string, Bar[]>();
  let clock = start;
  for (const tried of tries) {
    const bars = byArm.get(tried.arm) ?? [];
    bars.push({ tried, end: howItEnded(tried), from: clock, to: (clock += tried.time) });
    byArm.set(tried.arm, bars);
  }
  const all = arms
    .filter((arm, place) => arms.indexOf(arm) === place && byArm.has(arm))
    .map((arm) => ({ arm, bars: byArm.get(arm)! }));
  const most = all.toSorted((a, b) => b.bars.length - a.bars.length).slice(0, MAX_LANES);
  const lanes = all.filter((lane) => most.includes(lane));
  const leftOut = tries.length - lanes.reduce((sum, { bars }) => sum + bars.length, 0);
  return { lanes, from: start, to: clock, leftOut };
}

/** Round numbers between two, about so many: for an axis. */
export function ticksBetween(from: number, to: number, count: number): number[] {
  if (!(to > from)) return [from];
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [10, 5, 2, 1, 0.5].map((factor) => factor * power);
  const wide = steps.findLast((size) => size >= rough)!;
  // One number alone would not say how long anything is.
  const step = steps.find((size) => size <= wide && placesIn(from, to, size) >= 2) ?? wide;
  const first = Math.ceil(from / step);
  return Array.from({ length: placesIn(from, to, step) }, (_, place) => (first + place) * step);
}

/** How many multiples of a step lie between two numbers. */
function placesIn(from: number, to: number, step: number): number {
  return Math.floor(to / step) - Math.ceil(from / step) + 1;
}
