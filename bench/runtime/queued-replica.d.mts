import type { VirtualClock } from "./virtual-clock.mjs";

export function queuedReplica(given: {
  clock: VirtualClock;
  workers: number;
  cancels: boolean;
}): (ms: number, signal: AbortSignal) => Promise<void>;
