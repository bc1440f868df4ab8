import type { Clock } from "../../src/runtime/clock.ts";

/** Time that passes only when nothing else is left to do. */
export interface VirtualClock extends Clock {
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs timer after timer until the promise settles. */
  until<Value>(promise: Promise<Value>): Promise<Value>;
  /** Timers that wait. */
  readonly pending: number;
}

export function virtualClock(): VirtualClock {
  let time = 0;
  let sequence = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();
  const setTimer = (callback: () => void, ms: number) => {
    timers.set(++sequence, { at: time + Math.max(0, ms), callback });
    return sequence;
  };
  return {
    now: () => time,
    setTimer,
    clearTimer: (id) => void timers.delete(id as number),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const id = setTimer(resolve, ms);
        signal?.addEventListener("abort", () => {
          timers.delete(id);
          reject(signal.reason);
        });
      }),
    async until(promise) {
      let settled = false;
      const done = promise.finally(() => {
        settled = true;
      });
      done.catch(() => {});
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        if (settled) return done;
        const [next] = [...timers].sort(([, a], [, b]) => a.at - b.at);
        if (next === undefined) throw new Error("virtual clock: nothing is left to wait for");
        timers.delete(next[0]);
        time = Math.max(time, next[1].at);
        next[1].callback();
      }
    },
    get pending() {
      return timers.size;
    },
  };
}
