// Time that passes only when nothing else is left to do: a day of calls is replayed in seconds. The runtime's
// tests use it too.
// As they were at the beginning: a simulation may put its own in their place (see `cockatiel.mjs`).
const { setImmediate } = globalThis;

/**
 * `turns` is how often the event loop turns before time passes: on Node 24 a blob is read in two turns, a promise in one.
 * @param {{ readonly turns?: number }} [options]
 * @returns {import("./situation.ts").VirtualClock}
 */
export function virtualClock({ turns = 1 } = {}) {
  let time = 0;
  let sequence = 0;
  /** By when they are due, those of the same moment in the order in which they were set. */
  const timers = [];
  const setTimer = (callback, ms) => {
    const timer = { at: time + Math.max(0, ms), sequence: ++sequence, callback };
    timers.splice(placeOf(timers, timer), 0, timer);
    return timer;
  };
  const clearTimer = (timer) => {
    if (timer === undefined) return;
    const place = placeOf(timers, timer);
    // Not where it has rung or was taken back.
    if (timers[place] === timer) timers.splice(place, 1);
  };
  return {
    now: () => time,
    setTimer,
    clearTimer,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal === undefined) return setTimer(resolve, ms);
        if (signal.aborted) return reject(signal.reason);
        const aborted = () => {
          clearTimer(timer);
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
        const next = timers.shift();
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
      return timers.length;
    },
  };
}

/** The place of the first timer that is not due before this one. */
function placeOf(timers, { at, sequence }) {
  let [from, to] = [0, timers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = timers[middle];
    if (other.at < at || (other.at === at && other.sequence < sequence)) from = middle + 1;
    else to = middle;
  }
  return from;
}
