// The usual rules: cut, or hedge, at the running p95 of what succeeded of late.
import { inTurn } from "./in-turn.mjs";
import { tryInTurn } from "./strategies.mjs";

const MEMORY = 200;
const WARM_UP = 20;

/** The p95 of the last answers; Infinity before there are `warmUp`. */
function runningP95(warmUp) {
  const latest = [];
  return {
    add(ms) {
      latest.push(ms);
      if (latest.length > MEMORY) latest.shift();
    },
    get ms() {
      if (latest.length < warmUp) return Infinity;
      return Float64Array.from(latest).sort()[Math.ceil(0.95 * latest.length) - 1];
    },
  };
}

/** Arms whose answers are timed; what is rejected or cut does not count, since its time is not known. */
function timed({ arms, clock }, percentile) {
  const entries = Object.entries(arms).map(([name, arm]) => [
    name,
    async (context) => {
      const start = clock.now();
      const value = await arm(context);
      percentile.add(clock.now() - start);
      return value;
    },
  ]);
  return Object.fromEntries(entries);
}

const cutAtP95 = (name, warmUp) => ({
  name,
  start(given) {
    const percentile = runningP95(warmUp);
    const arms = timed(given, percentile);
    const choose = inTurn(Object.keys(arms));
    return { call: (input) => tryInTurn({ ...given, arms }, input, choose, () => percentile.ms) };
  },
});

export const cutAtRunningP95 = cutAtP95("running p95", WARM_UP);
export const cutFromTheFirst = cutAtP95("running p95 from the first answer", 1);

/**
 * Two requests at most: the second at the running p95, or at once if the first is rejected; the first answer counts. The
 * percentile is that of whole calls, so that 5% of them are hedged: of the requests that won, more would be.
 * @type {import("./situation.ts").Strategy}
 */
export const hedgeAtP95 = {
  name: "hedge at p95",
  start(given) {
    const percentile = runningP95(WARM_UP);
    const choose = inTurn(Object.keys(given.arms));
    const call = async (input) => {
      const start = given.clock.now();
      const value = await hedged(given, input, choose, percentile.ms);
      percentile.add(given.clock.now() - start);
      return value;
    };
    return { call };
  },
};

function hedged({ arms, options, clock }, input, choose, hedgeMs) {
  const { deadline = Infinity, shouldRetry = () => true, reward = () => 1 } = options;
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const timers = [];
    let requests = 0;
    let underWay = 0;
    let arm;
    const end = (settle, value) => {
      for (const timer of timers) clock.clearTimer(timer);
      settle(value);
      controller.abort(new DOMException("the call is over", "AbortError"));
    };
    const ask = async () => {
      if (requests === 2 || controller.signal.aborted) return;
      requests += 1;
      underWay += 1;
      arm = choose(arm);
      try {
        const value = await arms[arm]({ input, attempt: requests, signal: controller.signal });
        if (!(reward(value) > 0)) throw new Error("an answer without reward");
        end(resolve, value);
      } catch (error) {
        underWay -= 1;
        if (controller.signal.aborted) return;
        if (!shouldRetry(error)) return end(reject, error);
        if (requests < 2) ask();
        else if (underWay === 0) end(reject, error);
      }
    };
    const late = () => end(reject, new DOMException("the time is up", "TimeoutError"));
    timers.push(clock.setTimer(late, deadline));
    if (hedgeMs < deadline) timers.push(clock.setTimer(ask, hedgeMs));
    ask();
  });
}
