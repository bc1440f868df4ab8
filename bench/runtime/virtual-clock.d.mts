import type { Clock } from "../../packages/core/src/runtime/clock.ts";

export interface VirtualClock extends Clock {
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs timer after timer until the promise settles. */
  until<Value>(promise: Promise<Value>): Promise<Value>;
  /** The machine slept for so long: timers that were due meanwhile fire late. */
  leap(ms: number): void;
  /** Timers that wait. */
  readonly pending: number;
}

export function virtualClock(options?: { readonly turns?: number }): VirtualClock;
