// Why not p95? The usual rule cuts or hedges at a running percentile of the answers that came. These situations show
// where it goes wrong, and where it is right; `docs/benchmarks/` prints them beside the learner.
import { lognormal } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { answers, hang } from "./answers.mjs";
import { poisson } from "./arrivals.mjs";
import { failed, failedIn, requests, requestsOf } from "./asks.mjs";

const beside = ["running p95", "hedge at p95"];

/**
 * Some inputs come from a cache, the others from a database, which hangs for a while. Meanwhile all answers are fast, and
 * the percentile falls to what the cache takes. When the database is back, none of its answers is waited for.
 */
function survivors({ perSecond = 50, seconds = 60 } = {}) {
  const FROM_MS = 20_000;
  const TO_MS = 40_000;
  const DEADLINE_MS = 2_000;
  return {
    name: "60% of inputs are cached (5 ms), the database behind the others (100 ms) hangs for 20 s",
    options: { deadline: DEADLINE_MS },
    beside,
    asks: [
      failedIn("failed before", [0, FROM_MS - DEADLINE_MS]),
      failedIn("failed from 3 s after its end", [TO_MS + 3_000]),
      requests(1.3),
    ],
    build(world) {
      const { clock, seed, well } = world;
      const cached = answers(world, lognormal(5, 0.2));
      const stored = answers(world, lognormal(100, 0.2));
      const only = (context) => {
        if (stream(seed, "cached", context.input).uniform() < 0.6) return cached(context);
        const hangs = clock.now() >= FROM_MS && clock.now() < TO_MS;
        return hangs && !well ? hang(world, context) : stored(context);
      };
      return { arms: { only }, arrivals: { at: poisson(seed, perSecond, perSecond * seconds) } };
    },
  };
}

/** The first answers are fast, and then healthy ones take 50 ms: an answer that is never waited for is never counted. */
function fastStart({ fast, rules = [] }) {
  return {
    name: `${fast === 1 ? "the first answer takes" : `the first ${fast} answers take`} 1 ms, all others 50 ms`,
    options: { deadline: 2_000 },
    beside: [...beside, ...rules],
    asks: [failed(0), requests(1.2)],
    build(world) {
      const healthy = answers(world, lognormal(50, 0.1));
      const only = (context) =>
        context.input < fast && !world.well ? world.clock.sleep(1, context.signal) : healthy(context);
      return { arms: { only }, arrivals: { inTurn: 1_000 } };
    },
  };
}

/** What is slow is slow by its input. At first few inputs are; then a batch job comes, and half of them are. */
function heavyInputs({ before = 1_000, after = 2_000 } = {}) {
  return {
    name: "by input, 4% take 200 ms instead of 5, then half of them",
    options: { deadline: 5_000 },
    beside,
    asks: [
      failed(0),
      {
        what: "requests a call, of half heavy inputs",
        most: 1.3,
        of: ({ records }) => requestsOf(records.slice(before)),
      },
    ],
    build(world) {
      const { seed, well } = world;
      const light = answers(world, lognormal(5, 0.2));
      const heavy = answers(world, lognormal(200, 0.2));
      const only = (context) => {
        const share = context.input < before || well ? 0.04 : 0.5;
        return stream(seed, "heavy", context.input).uniform() < share ? heavy(context) : light(context);
      };
      return { arms: { only }, arrivals: { inTurn: before + after } };
    },
  };
}

/** Where a percentile is the right rule: nothing changes, attempts are independent, and the tail is heavy. */
function steadyTail({ calls = 6_000 } = {}) {
  const law = lognormal(30, 1.2);
  return {
    name: "three arms, lognormal (30 ms, 1.2), independent and steady",
    options: { deadline: 10_000 },
    beside,
    asks: [failed(0)],
    build(world) {
      const arm = answers(world, law);
      return { arms: { east: arm, west: arm, north: arm }, arrivals: { at: poisson(world.seed, 50, calls) } };
    },
  };
}

export const whyNotP95 = () => ({
  p95Survivors: survivors(),
  p95OneFastSample: fastStart({ fast: 1, rules: ["running p95 from the first answer"] }),
  p95FastStart: fastStart({ fast: 30 }),
  p95HeavyInputs: heavyInputs(),
  p95SteadyTail: steadyTail(),
});
