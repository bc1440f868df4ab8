import type { World } from "./situations.mjs";
import type { VirtualClock } from "./virtual-clock.mjs";

export function poisson(seed: number, perSecond: number, calls: number): Float64Array;
export function changingRate(
  seed: number,
  rates: readonly { readonly untilMs: number; readonly perSecond: number }[],
): Float64Array;
export function comeAll(
  arrivals: World["arrivals"],
  clock: VirtualClock,
  one: (input: number) => Promise<void>,
): Promise<void>;
