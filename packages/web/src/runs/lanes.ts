import type { Tried } from "mulligan/client";

/** A try as a bar: its beginning and end on the clock of all time spent. */
export interface Bar {
  readonly tried: Tried;
  readonly end: BarKind;
  readonly from: number;
  readonly to: number;
}

/** The tries of one arm. */
export interface TryLane {
  readonly arm: string;
  readonly bars: readonly Bar[];
}

interface TryLanes {
  readonly lanes: readonly TryLane[];
  readonly from: number;
  readonly to: number;
  /** The number of tries of arms for which there is no room. */
  readonly leftOut: number;
}

export const MAX_LANES = 8;

/**
 * The tries one after the other as bars, with a lane for each arm. The clock counts the time of all tries: where several
 * ran at once, it runs faster than a real one. It begins at 0 if these are all tries, and ends at 0 if they are the
 * latest.
 */
export function lanesOf(tries: readonly Tried[], arms: readonly string[], isAll: boolean): TryLanes {
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

/** The bar at a time on the clock, or the nearest one in the lane. */
export function barAt(bars: readonly Bar[], time: number): Bar | undefined {
  const distance = ({ from, to }: Bar) => Math.max(from - time, time - to, 0);
  return bars.reduce<Bar | undefined>(
    (best, bar) => (best === undefined || distance(bar) < distance(best) ? bar : best),
    undefined,
  );
}

/** About `count` round numbers between two, for an axis. */
export function ticksBetween(from: number, to: number, count: number): number[] {
  if (!(to > from)) return [from];
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [10, 5, 2, 1, 0.5].map((factor) => factor * power);
  const wide = steps.findLast((size) => size >= rough)!;
  // An axis with one number has no scale.
  const step = steps.find((size) => size <= wide && placesIn(from, to, size) >= 2) ?? wide;
  const first = Math.ceil(from / step);
  return Array.from({ length: placesIn(from, to, step) }, (_, place) => (first + place) * step);
}

/** The number of multiples of a step between two numbers. */
function placesIn(from: number, to: number, step: number): number {
  return Math.floor(to / step) - Math.ceil(from / step) + 1;
}

export const BAR_KINDS = ["solved", "cut", "failed", "stopped"] as const;
export type BarKind = (typeof BAR_KINDS)[number];

/** How a try ended, in the words of the command's reports. */
export function howItEnded({ kind, reward, stopped }: Tried): BarKind {
  if (kind === "completed") return (reward ?? 1) > 0 ? "solved" : "failed";
  return stopped ? "stopped" : "cut";
}
