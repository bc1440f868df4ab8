// Ways to make a call of several replicas: the learner, and what people do without one. A strategy is started with
// the arms, options and clock of a situation, and then makes its calls. All keep to the situation's deadline.
import { inTurn } from "./in-turn.mjs";
import { limited } from "./limited.mjs";
import { usualP95 } from "./usual-p95.mjs";

/**
 * The runtime under test is an argument, since the benchmark plays what is built and the tests what is written.
 * @type {(runtime: typeof import("../../src/runtime/mulligan.ts").mulligan, own?: import("./situation.ts").CallOptions) => import("./situation.ts").Strategy}
 */
export const learned = (mulligan, own = {}) => ({
  name: "learned",
  start({ arms, options, clock, seed, situation }) {
    const learners = Array.from({ length: situation.processes ?? 1 }, (_, place) =>
      mulligan({ arms, ...options, clock, seed: seed + place, ...own }),
    );
    return { call: (input) => learners[input % learners.length].execute({ input }) };
  },
});

/** Attempts of one call of the strategies here; a rejection is followed by the next attempt at once. */
const MAX_ATTEMPTS = 3;

/** @type {import("./situation.ts").Strategy} */
export const roundRobin = {
  name: "round robin",
  start(given) {
    const choose = inTurn(Object.keys(given.arms));
    return { call: (input) => tryInTurn(given, input, choose, () => Infinity) };
  },
};

/** @type {import("./situation.ts").Strategy} */
export const leastOutstanding = {
  name: "least outstanding",
  start(given) {
    const outstanding = Object.fromEntries(Object.keys(given.arms).map((arm) => [arm, 0]));
    const arms = {};
    for (const [name, arm] of Object.entries(given.arms)) {
      arms[name] = async (context) => {
        outstanding[name] += 1;
        try {
          return await arm(context);
        } finally {
          outstanding[name] -= 1;
        }
      };
    }
    const names = Object.keys(arms);
    const turn = inTurn(names);
    /** Of those with as few, the one whose turn it is; after a failure another arm, if there is one. */
    const choose = (last) => {
      const first = names.indexOf(turn(last));
      const order = [...names.slice(first), ...names.slice(0, first)];
      const among = names.length > 1 ? order.filter((name) => name !== last) : order;
      return among.reduce((best, name) => (outstanding[name] < outstanding[best] ? name : best));
    };
    return { call: (input) => tryInTurn({ ...given, arms }, input, choose, () => Infinity) };
  },
};

/**
 * What most people do: measure on a good day, and cut what takes longer than 95% did.
 * @type {import("./situation.ts").Strategy}
 */
export const fixedP95 = {
  name: "fixed p95",
  async start(given) {
    const timeoutMs = await usualP95(given.situation, given.seed);
    const choose = inTurn(Object.keys(given.arms));
    return { call: (input) => tryInTurn(given, input, choose, () => timeoutMs) };
  },
};

/** Attempt after attempt at the arms that `choose` names, each cut at what `timeoutMs` says then, until one answers. */
export async function tryInTurn({ arms, options, clock }, input, choose, timeoutMs) {
  const { deadline = Infinity, shouldRetry = () => true, reward = () => 1 } = options;
  const endsAt = clock.now() + deadline;
  let arm;
  for (let attempt = 1; ; attempt++) {
    arm = choose(arm);
    try {
      const value = await limited(clock, Math.min(timeoutMs(), endsAt - clock.now()), (signal) =>
        arms[arm]({ input, attempt, signal }),
      );
      if (reward(value) > 0) return value;
      throw new Error("an answer without reward");
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || clock.now() >= endsAt || !shouldRetry(error)) throw error;
    }
  }
}
