import { comeAll } from "./arrivals.mjs";
import { countFailed, meanMs, requestsOf } from "./asks.mjs";
import { virtualClock } from "./virtual-clock.mjs";

/**
 * Plays a situation by a strategy, in virtual time. `records` has every call in the order in which they came; `ms`
 * is what it took, also where it failed, and a request is counted where an arm is called. `asked` has every request.
 * No figure leaves out the failed calls.
 * @param {import("./situation.ts").Situation} situation
 * @param {import("./situation.ts").Strategy} strategy
 * @param {number} seed
 * @returns {Promise<import("./situation.ts").Played>}
 */
export async function play(situation, strategy, seed) {
  const clock = virtualClock();
  const world = situation.build({ clock, seed, well: false });
  const records = [];
  const asked = [];
  const arms = {};
  for (const [arm, answer] of Object.entries(world.arms)) {
    arms[arm] = ({ input, attempt, signal }) => {
      records[input].requests += 1;
      asked.push({ arm, input, at: clock.now() });
      return answer({ input, attempt, signal, arm });
    };
  }
  const { call, end } = await strategy.start({ arms, options: situation.options, clock, seed, situation });
  const one = async (input) => {
    const record = { input, start: clock.now(), ms: 0, ok: false, requests: 0 };
    records[input] = record;
    try {
      await call(input);
      record.ok = true;
    } catch {
      // It is in the record that it failed; the deadline or the last answer said why.
    }
    record.ms = clock.now() - record.start;
  };
  try {
    await clock.until(comeAll(world.arrivals, clock, one));
  } finally {
    end?.();
  }
  return { ...summary(records), asked, seed };
}

function summary(records) {
  const calls = records.length;
  const times = Float64Array.from(records, ({ ms }) => ms).sort();
  const quantile = (share) => times[Math.min(calls - 1, Math.ceil(share * calls) - 1)];
  return {
    calls,
    failed: countFailed(records),
    mean: meanMs(records),
    p50: quantile(0.5),
    p99: quantile(0.99),
    requestsPerCall: requestsOf(records),
    records,
  };
}
