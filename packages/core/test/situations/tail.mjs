// Callers who care about the slowest call in a hundred. With a hedge the learner is compared with a hedge at the running
// p95, without one with the best fixed cutoff that makes no more requests a call.
import { exponential, lognormal, pareto } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { failed, p99Ms, requestsOf } from "./asks.mjs";

/** What happens before is not counted. */
const LEARNED_AFTER = 2_000;
const MAX_ATTEMPTS = 10;
const DEADLINE_MS = 10_000;

/** A mixture: `share` of the draws are of the second law. */
const mixed = (one, share, other) => ({
  sample: (random) => (random.uniform() < share ? other(random) : one(random)),
});

const LAWS = {
  Lognormal: { what: "three arms, lognormal (30 ms, 1.2)", law: lognormal(30, 1.2), replicas: 3 },
  Pareto: {
    what: "Pareto (8 ms, 1.2), at most 5 s",
    law: { sample: (random) => Math.min(5_000, pareto(8, 1.2).sample(random)) },
  },
  Slow: {
    what: "95% in 10 to 20 ms, 5% in 500 ms",
    law: mixed(
      (random) => 10 + 10 * random.uniform(),
      0.05,
      () => 500,
    ),
  },
  Hangs: {
    what: "lognormal (15 ms, 0.3), 2% take 3 s",
    law: mixed(
      (random) => lognormal(15, 0.3).sample(random),
      0.02,
      () => 3_000,
    ),
  },
  // Another attempt is no faster than the rest of this one, unless both run.
  Exponential: { what: "exponential, mean 50 ms", law: exponential(50), cutsHelp: false },
};

/** The same draw at every arm, so that the figures differ by the strategies only. */
const drawMs = (law, seed, input, attempt) => law.sample(stream(seed, "tail", input, attempt));

const counted = ({ records }) => records.filter(({ input }) => input >= LEARNED_AFTER);

function tail({ what, law, replicas = 1, cutsHelp = true }, { calls, hedged }) {
  return {
    name: `p99: ${what}${hedged ? ", hedged" : ""}`,
    options: {
      deadline: DEADLINE_MS,
      objective: "p99",
      ...(hedged ? { hedge: { maxExtraLoad: 0.1 } } : {}),
    },
    ...(hedged ? { needs: ["hedge at p95"] } : {}),
    asks: [failed(0), ...(hedged ? besideHedge() : besideCuts(law, cutsHelp))],
    build({ clock, seed }) {
      const arm = ({ input, attempt, signal }) => clock.sleep(drawMs(law, seed, input, attempt), signal);
      const names = ["east", "west", "north"].slice(0, replicas);
      return { arms: Object.fromEntries(names.map((name) => [name, arm])), arrivals: { inTurn: calls } };
    },
  };
}

const besideHedge = () => [
  {
    what: "p99, of a hedge at p95",
    most: 1.1,
    of: (played, others) => p99Ms(counted(played)) / p99Ms(counted(others["hedge at p95"])),
  },
  {
    what: "requests a call, more than a hedge at p95",
    most: 0.01,
    of: (played, others) => requestsOf(counted(played)) - requestsOf(counted(others["hedge at p95"])),
  },
];

const besideCuts = (law, cutsHelp) => [
  {
    what: "p99, of the best cutoff with as many requests",
    most: 1.1,
    of: (played) => {
      const calls = counted(played);
      const cuts = fixedCuts(law, played.seed, calls);
      const allowed = cuts.filter(({ requests }) => requests <= requestsOf(calls) + 0.005);
      return p99Ms(calls) / Math.min(...allowed.map(({ p99 }) => p99));
    },
  },
  {
    // A learner that never cuts makes as few requests as the best cutoff that never does.
    what: "p99, of waiting",
    most: cutsHelp ? 0.9 : 1.1,
    of: (played) => {
      const calls = counted(played);
      return p99Ms(calls) / fixedCuts(law, played.seed, calls).at(-1).p99;
    },
  },
];

const SHARES_CUT = [0.4, 0.3, 0.25, 0.2, 0.17, 0.15, 0.13, 0.1, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01];

/**
 * What each cutoff of a grid makes of the same draws, the last of them never cutting. Nothing but the calls in turn
 * happens here, so no clock is needed. The grid has the quantiles of the first attempts.
 */
function fixedCuts(law, seed, calls) {
  const draws = calls.map(({ input }) => [drawMs(law, seed, input, 1)]);
  const first = Float64Array.from(draws, ([ms]) => ms).sort();
  const cutoffs = SHARES_CUT.map((share) => first[Math.ceil((1 - share) * first.length) - 1]);
  return [...new Set(cutoffs), Infinity].map((cutoff) => {
    let requests = 0;
    const records = draws.map((ofCall, place) => {
      let ms = 0;
      for (let attempt = 1; ; attempt++) {
        requests += 1;
        ofCall[attempt - 1] ??= drawMs(law, seed, calls[place].input, attempt);
        const draw = ofCall[attempt - 1];
        if (draw <= cutoff || attempt === MAX_ATTEMPTS) return { ms: Math.min(ms + draw, DEADLINE_MS) };
        ms += cutoff;
      }
    });
    return { cutoff, requests: requests / calls.length, p99: p99Ms(records) };
  });
}

/** @returns {import("./situation.ts").Situations} */
export function tailSituations({ calls = 20_000 } = {}) {
  const both = Object.entries(LAWS).flatMap(([name, given]) => [
    [`tail${name}`, tail(given, { calls, hedged: false })],
    [`tail${name}Hedged`, tail(given, { calls, hedged: true })],
  ]);
  return Object.fromEntries(both);
}
