import type { VirtualClock } from "./virtual-clock.mjs";

export function queuedReplica(given: {
  clock: VirtualClock;
  workers: number;
  cancels: boolean;
  /** How many times as long a request takes if so many wait when it begins. */
  slowdown?(waiting: number): number;
}): (ms: number, signal: AbortSignal) => Promise<void>;
