// Time that passes only when nothing else is left to do: a day of calls is replayed in seconds. The runtime's
// tests use it too.
export function virtualClock() {
  let time = 0;
  let sequence = 0;
  const timers = new Map();
  return {
    now: () => time,
    setTimer(callback, ms) {
      const id = ++sequence;
      timers.set(id, { at: time + Math.max(0, ms), callback });
      return id;
    },
    clearTimer: (id) => timers.delete(id),
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        const id = this.setTimer(resolve, ms);
        signal?.addEventListener("abort", () => {
          timers.delete(id);
          reject(signal.reason);
        });
      });
    },
    /** Runs timer after timer until the promise settles. */
    async until(promise) {
      let settled = false;
      const done = promise.finally(() => {
        settled = true;
      });
      done.catch(() => {});
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve)); // all that waits for promises only
        if (settled) return done;
        let next;
        for (const [id, timer] of timers) if (next === undefined || timer.at < next[1].at) next = [id, timer];
        if (next === undefined) throw new Error("virtual clock: nothing is left to wait for");
        timers.delete(next[0]);
        time = Math.max(time, next[1].at);
        next[1].callback();
      }
    },
    /** Timers that wait. */
    get pending() {
      return timers.size;
    },
  };
}
