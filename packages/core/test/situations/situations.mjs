// Situations in which a service can be, in virtual time: what a careful engineer would try before he lets a learner
// stand in front of his servers. The benchmark plays each by several strategies; the tests hold the learner to `asks`.
//
// A situation: its `name`; the `options` of the calls, as `mulligan` takes them; `build`, which makes its world on a
// clock from a seed, as its `arms` and when its calls come (`inTurn`: so many, each after the one before; `at`: the
// times of an open loop, which waits for nothing); and what it `asks` of a strategy: figures with the most that each
// may be. `needs` names the strategies that a figure compares with, `beside` those that only the benchmark shows,
// and `processes` says how many learners share the calls. With `well`, the world is as it is on a good day, which is
// when people measure before they set a timeout.
import { exponential, lognormal, pareto, weibull } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { answers, byChance, hang, refuse } from "./answers.mjs";
import { poisson } from "./arrivals.mjs";
import { countFailed, failed, requests } from "./asks.mjs";
import { pauseSituations } from "./clock-leap.mjs";
import { hangSituations } from "./hangs.mjs";
import { inputTied, inputTiedFading } from "./input-tied.mjs";
import { outage } from "./outage.mjs";
import { databaseSpike, overload, spike } from "./overload.mjs";
import { whyNotP95 } from "./percentiles.mjs";
import { providerSituations } from "./providers.mjs";
import { queues } from "./queues.mjs";
import { recoverySituations, refusingReplicas } from "./recovery.mjs";
import { tailSituations } from "./tail.mjs";

function slowArm({ ms = 600, deadline = 1_000 } = {}) {
  return {
    name: `one arm, always ${ms} ms, deadline ${deadline} ms`,
    options: { deadline },
    asks: [failed(1)], // the second call at the latest is waited for
    build: ({ clock }) => ({
      arms: { only: ({ signal }) => clock.sleep(ms, signal) },
      arrivals: { inTurn: 100 },
    }),
  };
}

/** A favourite is needed that can fail: it is whichever arm was asked most while all was well. */
function finalErrors({ refused = 4, well: wellCalls = 100, after = 300 } = {}) {
  return {
    name: `${refused} final errors, then the favourite fails`,
    options: { deadline: 2_000, shouldRetry: (error) => error.status !== 401 },
    asks: [
      {
        what: "failed after the favourite",
        most: 3,
        of: ({ records }) => countFailed(records.slice(refused + wellCalls)),
      },
    ],
    build(world) {
      const asked = { east: 0, west: 0 };
      let favourite;
      const replica = (law) => {
        const answer = answers(world, law);
        return (context) => {
          const { arm, input } = context;
          if (world.well) return answer(context);
          if (input < refused) return refuse(world, context, 5, 401);
          if (input < refused + wellCalls) {
            asked[arm] += 1;
            return answer(context);
          }
          favourite ??= asked.west > asked.east ? "west" : "east";
          return arm === favourite ? refuse(world, context, 5, 500) : answer(context);
        };
      };
      return {
        arms: { east: replica(lognormal(20, 0.3)), west: replica(lognormal(25, 0.3)) },
        arrivals: { inTurn: refused + wellCalls + after },
      };
    },
  };
}

function refusesFast(options = {}) {
  const said = Object.entries(options).map(([name, value]) => `, ${name} ${value}`);
  return {
    name: `one arm refuses 90% in 2 ms, one takes 100 ms${said.join("")}`,
    options: { deadline: 5_000, ...options },
    asks: [failed(9)],
    build: ({ clock, seed }) => ({
      arms: {
        hasty: async ({ arm, input, attempt, signal }) => {
          await clock.sleep(2, signal);
          if (stream(seed, arm, input, attempt).uniform() < 0.9) throw new Error("refused");
        },
        steady: ({ signal }) => clock.sleep(100, signal),
      },
      arrivals: { inTurn: 1_000 },
    }),
  };
}

/** Where another attempt would take as long as what is left of this one, or hardly less. */
function noGain({ shape = 1, calls = 3_000 } = {}) {
  const law = shape === 1 ? exponential(100) : weibull(100 / GAMMA_OF_NEXT[shape], shape);
  return {
    name: shape === 1 ? "exponential latency, mean 100 ms" : `Weibull latency, shape ${shape}, mean 100 ms`,
    options: { deadline: 10_000 },
    needs: ["round robin"],
    asks: [
      requests(1.1),
      {
        what: "mean, of waiting",
        most: 1.05,
        of: (played, others) => played.mean / others["round robin"].mean,
      },
    ],
    build: (world) => ({ arms: { only: answers(world, law) }, arrivals: { inTurn: calls } }),
  };
}

/** Γ(1 + 1/shape): the mean of a Weibull law with scale 1. */
const GAMMA_OF_NEXT = { 0.8: 1.1330030963193471 };

function coldHedge({ burst = 200, options = { hedge: { maxExtraLoad: 0.1 } } } = {}) {
  return {
    name: `a cold burst of ${burst}, one of two hangs${options.hedge ? ", hedged" : ""}`,
    options: { deadline: 5_000, ...options },
    asks: [failed(0)],
    build(world) {
      const answer = answers(world, lognormal(30, 0.3));
      return {
        arms: { east: world.well ? answer : (context) => hang(world, context), west: answer },
        arrivals: { at: new Float64Array(burst) },
      };
    },
  };
}

function jump({ perSecond, before = 400, after = 100 } = {}) {
  return {
    name: `all latencies jump from 100 to 700 ms, ${perSecond ? `${perSecond} calls a second` : "in turn"}`,
    options: { deadline: 1_000 },
    asks: [
      {
        what: "failed after the jump",
        most: 10,
        of: ({ records }) => countFailed(records.slice(before)),
      },
    ],
    build(world) {
      const usual = answers(world, lognormal(100, 0.1));
      const slow = answers(world, lognormal(700, 0.05));
      const arm = (context) => (context.input < before || world.well ? usual(context) : slow(context));
      const calls = before + after;
      return {
        arms: { east: arm, west: arm },
        arrivals: perSecond ? { at: poisson(world.seed, perSecond, calls) } : { inTurn: calls },
      };
    },
  };
}

/** What learned timeouts are good at. `hangs`: the share of requests that are never answered. */
function heavyTail({ hangs = 0, calls = 6_000 } = {}) {
  return {
    name: hangs === 0 ? "heavy tails" : `heavy tails, ${100 * hangs}% hang`,
    options: { deadline: 10_000 },
    needs: ["fixed p95"],
    asks: [
      failed(hangs === 0 ? 0 : calls / 1_000), // a call that meets nothing but hangs before anything is known
      {
        what: "mean, of a fixed p95",
        most: hangs === 0 ? 0.9 : 1.05,
        of: (played, others) => played.mean / others["fixed p95"].mean,
      },
    ],
    build(world) {
      const replica = (law) => {
        const answer = answers(world, law);
        return (context) =>
          byChance(world.seed, "hangs", hangs, context) ? hang(world, context) : answer(context);
      };
      return {
        arms: { east: replica(pareto(8, 1.2)), west: replica(lognormal(30, 0.3)) },
        arrivals: { at: poisson(world.seed, 200, calls) },
      };
    },
  };
}

const usual = {
  slowArm: slowArm(),
  slowerArm: slowArm({ ms: 6_000, deadline: 10_000 }),
  finalErrors: finalErrors(),
  refusesFast: refusesFast(),
  refusesFastThrice: refusesFast({ maxAttempts: 3 }),
  refusesFastBackoff: refusesFast({ backoff: 50 }),
  equalReplicas: queues({ name: "two equal replicas" }),
  equalReplicasUncancelled: queues({ name: "two equal replicas", cancels: false }),
  equalReplicasBusy: queues({ name: "two equal replicas", busy: 0.95 }),
  unequalReplicas: queues({ name: "a replica of 2 workers, one of 6", workers: [2, 6] }),
  outage: outage({ trouble: "refuses" }),
  outageHangs: outage({ trouble: "hangs" }),
  oneOut: outage({ trouble: "refuses", replicas: ["east"] }),
  oneHangs: outage({ trouble: "hangs", replicas: ["east"] }),
  exponentialLatency: noGain(),
  weibullLatency: noGain({ shape: 0.8 }),
  inputTied: inputTied(),
  inputTiedTwoArms: inputTied({ replicas: 2 }),
  coldHedge: coldHedge(),
  coldBurst: coldHedge({ options: {} }),
  jump: jump(),
  jumpOpenLoop: jump({ perSecond: 20 }),
  heavyTail: heavyTail(),
  heavyTailHangs: heavyTail({ hangs: 0.05 }),
};

/**
 * By the name of the group, for a benchmark of some of them; each by its own name.
 * @type {Readonly<Record<string, import("./situation.ts").Situations>>}
 */
export const groups = {
  usual,
  hangs: hangSituations(),
  refusingReplica: refusingReplicas(),
  recovery: recoverySituations(),
  providers: providerSituations(),
  inputTiedFading: inputTiedFading(),
  tail: tailSituations(),
  pauses: pauseSituations(),
  load: {
    databaseSpike: databaseSpike(),
    overload: overload(),
    spike: spike(),
  },
  whyNotP95: whyNotP95(),
};

/**
 * All of them, in the order of the table.
 * @type {import("./situation.ts").Situations}
 */
export const situations = Object.assign({}, ...Object.values(groups));
