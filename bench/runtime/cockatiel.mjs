import { handleAll, handleWhen, retry, TimeoutStrategy, timeout, wrap } from "cockatiel";
import { inTurn } from "./in-turn.mjs";
import { limited } from "./limited.mjs";
import { usualP95 } from "./usual-p95.mjs";

/**
 * cockatiel's wrap(retry, timeout), on the arms in turn: three retries after the first attempt, as its documentation
 * begins, and the same timeout as the fixed one. It takes its timers from the platform, so while it plays, those
 * of the virtual clock stand in their place. (It reads `performance.now` too, but only for its events.)
 */
export const cockatiel = {
  name: "cockatiel",
  async start({ arms, options, clock, seed, situation }) {
    const timeoutMs = await usualP95(situation, seed);
    const { deadline, shouldRetry } = options;
    const handled = shouldRetry === undefined ? handleAll : handleWhen((error) => shouldRetry(error));
    const policy = wrap(retry(handled, { maxAttempts: 3 }), timeout(timeoutMs, TimeoutStrategy.Aggressive));
    const choose = inTurn(Object.keys(arms));
    const call = (input) => {
      let arm;
      let attempt = 0;
      const request = ({ signal }) => {
        arm = choose(arm);
        attempt += 1;
        return arms[arm]({ input, attempt, signal });
      };
      return limited(clock, deadline, (signal) => policy.execute(request, signal));
    };
    return { call, end: replaceTimers(clock) };
  },
};

/** The platform's timers become the clock's, until what is returned is called. */
function replaceTimers(clock) {
  const { setTimeout, clearTimeout } = globalThis;
  globalThis.setTimeout = (callback, ms = 0) => clock.setTimer(callback, ms);
  globalThis.clearTimeout = (timer) => clock.clearTimer(timer);
  return () => Object.assign(globalThis, { setTimeout, clearTimeout });
}
