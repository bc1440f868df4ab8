import {
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
  handleWhen,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from "cockatiel";
import { inTurn } from "./in-turn.mjs";
import { limited } from "./limited.mjs";
import { usualP95 } from "./usual-p95.mjs";

/**
 * cockatiel's wrap(retry, timeout), on the arms in turn: three retries after the first attempt, as its documentation
 * begins, and the same timeout as the fixed one. It takes its timers from the platform, and its breaker the date, so
 * while it plays, those of the virtual clock stand in their place. (It reads `performance.now` too, but only for its
 * events.)
 * @type {import("./situation.ts").Strategy}
 */
export const cockatiel = {
  name: "cockatiel",
  async start(given) {
    const timeoutMs = await usualP95(given.situation, given.seed);
    const { shouldRetry } = given.options;
    const handled = shouldRetry === undefined ? handleAll : handleWhen((error) => shouldRetry(error));
    const retries = retry(handled, { maxAttempts: 3 });
    return callBy(wrap(retries, timeout(timeoutMs, TimeoutStrategy.Aggressive)), given);
  },
};

/**
 * Its circuit breaker around a timeout at the deadline, without retries: those would make an overload worse.
 * @type {import("./situation.ts").Strategy}
 */
export const cockatielWithBreaker = {
  name: "cockatiel with a breaker",
  start(given) {
    const breaker = circuitBreaker(handleAll, {
      halfOpenAfter: 1_000,
      breaker: new ConsecutiveBreaker(5),
    });
    return callBy(wrap(breaker, timeout(given.options.deadline, TimeoutStrategy.Aggressive)), given);
  },
};

function callBy(policy, { arms, options, clock }) {
  const { deadline, reward = () => 1 } = options;
  const choose = inTurn(Object.keys(arms));
  const call = (input) => {
    let arm;
    let attempt = 0;
    const request = async ({ signal }) => {
      arm = choose(arm);
      attempt += 1;
      const value = await arms[arm]({ input, attempt, signal });
      if (reward(value) > 0) return value;
      throw new Error("an answer without reward");
    };
    return limited(clock, deadline, (signal) => policy.execute(request, signal));
  };
  return { call, end: replaceTimers(clock) };
}

/** The platform's timers and its date become the clock's, until what is returned is called. */
function replaceTimers(clock) {
  const { setTimeout, clearTimeout, Date: platformDate } = globalThis;
  const { now } = platformDate;
  globalThis.setTimeout = (callback, ms = 0) => clock.setTimer(callback, ms);
  globalThis.clearTimeout = (timer) => clock.clearTimer(timer);
  platformDate.now = () => clock.now();
  return () => {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    platformDate.now = now;
  };
}
