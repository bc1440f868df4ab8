// Answers that say more than how long they took: a rate limit with Retry-After, a transient error, a price.
import { lognormal } from "@mulligan/core/distributions";
import { answers, byChance, refuse } from "./answers.mjs";
import { poisson } from "./arrivals.mjs";
import { countFailed, failed, startedIn } from "./asks.mjs";

const RETRY_AFTER_MS = 1_000;

/** As a caller says it: a 429 is no success, and its Retry-After is how long to leave the arm alone. */
const rateLimitOptions = {
  deadline: 5_000,
  reward: (value) => (value?.status === 429 ? 0 : 1),
  backoff: ({ value }) => value?.retryAfterMs ?? 0,
};

async function rateLimited({ clock }, { signal }) {
  await clock.sleep(5, signal);
  return { status: 429, retryAfterMs: RETRY_AFTER_MS };
}

/** One provider is over its rate limit; the other is not much slower, so no call should wait. */
function retryAfter({ limitedMs = 10_000, perSecond = 20 } = {}) {
  return {
    name: `one of two arms answers 429 with Retry-After for ${limitedMs / 1000} s`,
    options: rateLimitOptions,
    asks: [
      failed(0),
      {
        what: "longest call, ms",
        most: 60,
        of: ({ records }) => records.reduce((longest, { ms }) => Math.max(longest, ms), 0),
      },
      {
        // Once at the start, then once after each cooldown; a few calls may be under way when the first 429 comes.
        what: "requests to it a second, while it is limited",
        most: 1.3,
        of: ({ asked }) =>
          asked.filter(({ arm, at }) => arm === "limited" && at < limitedMs).length / (limitedMs / 1_000),
      },
    ],
    build(world) {
      const { clock, seed, well } = world;
      return {
        arms: {
          limited: (context) =>
            clock.now() < limitedMs && !well ? rateLimited(world, context) : clock.sleep(5, context.signal),
          other: ({ signal }) => clock.sleep(15, signal),
        },
        arrivals: { at: poisson(seed, perSecond, perSecond * (limitedMs / 1000 + 5)) },
      };
    },
  };
}

/** Both are over their limits, for less than a deadline: a call waits for the first that may be asked again. */
function retryAfterBoth({ limitedMs = 1_500, perSecond = 20 } = {}) {
  return {
    name: `both arms answer 429 with Retry-After for ${limitedMs / 1000} s`,
    options: rateLimitOptions,
    asks: [
      failed(0),
      {
        what: "requests a call, while both are limited",
        most: 1.5,
        of: ({ asked, records }) =>
          asked.filter(({ at }) => at < limitedMs).length / startedIn(records, 0, limitedMs).length,
      },
    ],
    build(world) {
      const { clock, seed, well } = world;
      const arm = (ms) => (context) =>
        clock.now() < limitedMs && !well ? rateLimited(world, context) : clock.sleep(ms, context.signal);
      return {
        arms: { east: arm(10), west: arm(15) },
        arrivals: { at: poisson(seed, perSecond, perSecond * 10) },
      };
    },
  };
}

/** Errors that another attempt mends. How many calls fail must not depend on how many there are in a second. */
function transient({ perSecond, calls }) {
  return {
    name: `30% of attempts are rejected in 5 ms, ${perSecond} calls a second`,
    options: { deadline: 5_000 },
    needs: ["round robin"],
    asks: [
      {
        what: "failed, more than three fixed attempts",
        most: 0,
        of: ({ records }, others) => countFailed(records) - others["round robin"].failed,
      },
    ],
    build(world) {
      const only = (context) =>
        !world.well && byChance(world.seed, "rejected", 0.3, context)
          ? refuse(world, context, 5)
          : world.clock.sleep(20, context.signal);
      return { arms: { only }, arrivals: { at: poisson(world.seed, perSecond, calls) } };
    },
  };
}

const PRICES = { cheap: 1, dear: 10 };

/** A cheap provider takes 120 ms, one that costs ten times as much 60 ms. */
function prices({ msPerCost, wanted }) {
  const LEARNED_AFTER = 200;
  return {
    name: `a provider of 120 ms at cost 1, one of 60 ms at cost 10, msPerCost ${msPerCost}`,
    options: { deadline: 5_000, cost: ({ arm }) => PRICES[arm], msPerCost },
    asks: [
      failed(0),
      {
        what: `requests to the other than ${wanted}, a share`,
        most: 0.1,
        of: ({ asked }) => {
          const later = asked.filter(({ input }) => input >= LEARNED_AFTER);
          return later.filter(({ arm }) => arm !== wanted).length / later.length;
        },
      },
    ],
    build: (world) => ({
      arms: { cheap: answers(world, lognormal(120, 0.2)), dear: answers(world, lognormal(60, 0.2)) },
      arrivals: { inTurn: 1_000 },
    }),
  };
}

export const providerSituations = () => ({
  retryAfter: retryAfter(),
  retryAfterBoth: retryAfterBoth(),
  transient5: transient({ perSecond: 5, calls: 600 }),
  transient100: transient({ perSecond: 100, calls: 3_000 }),
  transient1000: transient({ perSecond: 1_000, calls: 8_000 }),
  pricesCheap: prices({ msPerCost: 100, wanted: "cheap" }),
  pricesDear: prices({ msPerCost: 1, wanted: "dear" }),
});
