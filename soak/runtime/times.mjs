// Two kinds of time for a soak: virtual, which is quick and the same for the same seed, and the machine's. Each says how
// many timers the runtime has set and neither used nor taken back.
import { virtualClock } from "../../packages/core/test/situations/virtual-clock.mjs";

export function virtualTime() {
  const clock = virtualClock();
  return {
    ...counted(clock),
    exact: true,
    unit: 1,
    run: (promise) => clock.until(promise),
    /** Until arms that ignore their signal have settled too, but for those that never do. */
    settle: () => clock.until(clock.sleep(LONG_MS)),
    /** Of the runtime and of the arms. */
    pending: () => clock.pending,
  };
}

/** Everything takes a fifth of its time. */
export function realTime() {
  let waiting = 0;
  const clock = {
    now: () => performance.now(),
    setTimer(callback, ms) {
      waiting += 1;
      const timer = { handle: undefined, done: false };
      timer.handle = setTimeout(() => {
        waiting -= 1;
        timer.done = true;
        callback();
      }, ms);
      return timer;
    },
    clearTimer(timer) {
      if (timer === undefined || timer.done) return;
      waiting -= 1;
      timer.done = true;
      clearTimeout(timer.handle);
    },
  };
  return {
    ...counted(clock),
    exact: false,
    unit: 0.2,
    run: (promise) => promise,
    async settle() {
      const since = performance.now();
      while (waiting > 0 && performance.now() - since < LONG_REAL_MS) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    pending: () => waiting,
  };
}

/** `clock` for arms and callers, `own` for the runtime. */
function counted(clock) {
  const open = new Set();
  return {
    clock,
    own: {
      now: clock.now,
      setTimer(callback, ms) {
        const timer = clock.setTimer(() => {
          open.delete(timer);
          callback();
        }, ms);
        open.add(timer);
        return timer;
      },
      clearTimer(timer) {
        open.delete(timer);
        clock.clearTimer(timer);
      },
    },
    open,
  };
}

const LONG_MS = 1e7;
const LONG_REAL_MS = 10_000;
