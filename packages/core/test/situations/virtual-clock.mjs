// Time that passes only when nothing else is left to do: a day of calls is replayed in seconds. The runtime's
// tests use it too.
import { timerHeap } from "./timer-heap.mjs";

// As they were at the beginning: a simulation may put its own in their place (see `cockatiel.mjs`).
const { setImmediate } = globalThis;

/**
 * `turns` is how often the event loop turns before time passes: on Node 24 a blob is read in two turns, a promise in one.
 * @param {{ readonly turns?: number }} [options]
 * @returns {import("./situation.ts").VirtualClock}
 */
export function virtualClock({ turns = 1 } = {}) {
  let time = 0;
  const timers = timerHeap();
  const setTimer = (callback, ms) => timers.add(time + Math.max(0, ms), callback);
  return {
    now: () => time,
    setTimer,
    clearTimer: (timer) => timers.remove(timer),
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal === undefined) return setTimer(resolve, ms);
        if (signal.aborted) return reject(signal.reason);
        const aborted = () => {
          timers.remove(timer);
          reject(signal.reason);
        };
        const timer = setTimer(() => {
          signal.removeEventListener("abort", aborted);
          resolve();
        }, ms);
        signal.addEventListener("abort", aborted, { once: true });
      });
    },
    /**
     * Runs timer after timer until the promise settles. One timer a turn, also where several are due at the same
     * moment: what the first sets off, down to the last promise callback, may take back the second.
     */
    async until(promise) {
      let settled = false;
      const done = promise.finally(() => {
        settled = true;
      });
      done.catch(() => {});
      for (;;) {
        for (let turn = 0; turn < turns; turn++) {
          await new Promise((resolve) => setImmediate(resolve)); // all that waits for promises only
          if (settled) return done;
        }
        const next = timers.takeFirst();
        if (next === undefined) throw new Error("virtual clock: nothing is left to wait for");
        time = Math.max(time, next.at);
        next.callback();
      }
    },
    /** The machine slept: timers that were due meanwhile fire late, one after the other, all at the same time. */
    leap(ms) {
      time += ms;
    },
    /** Timers that wait. */
    get pending() {
      return timers.size;
    },
  };
}
