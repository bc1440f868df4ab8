// One of several replicas is in trouble for a while, and then well again. No call need fail, since the others answer,
// and the replica should be asked again soon after it has recovered.
import { lognormal } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { answers, hang, refuse } from "./answers.mjs";
import { poisson } from "./arrivals.mjs";
import { failed, startedIn } from "./asks.mjs";

/**
 * Three replicas that are slower the more they have to do; one refuses at once for a while. An idle replica looks
 * fast, and one that refuses is always idle. With many requests under way a replica answers one in `100 ms × slope`.
 */
function refusingReplica({ load, slope, seconds }) {
  const MS = 100;
  const fromMs = (1000 * seconds) / 3;
  const toMs = fromMs + 300 * seconds;
  const perSecond = (3 * load * 1000) / (MS * slope);
  const calls = Math.round(perSecond * seconds);
  const law = lognormal(MS, 0.3);
  return {
    name: `one of three replicas refuses for ${(toMs - fromMs) / 1000} s, ${100 * load}% load, slope ${slope}`,
    options: { deadline: 5_000 },
    asks: [failed(Math.floor(0.001 * calls))],
    build(world) {
      const { clock, seed, well } = world;
      const replica = () => {
        let underWay = 0;
        return async (context) => {
          const { arm, input, attempt, signal } = context;
          const refuses = arm === "north" && clock.now() >= fromMs && clock.now() < toMs;
          if (refuses && !well) return refuse(world, context, 2);
          const ms = law.sample(stream(seed, arm, input, attempt)) * (1 + slope * underWay);
          underWay += 1;
          try {
            await clock.sleep(ms, signal);
          } finally {
            underWay -= 1;
          }
        };
      };
      return {
        arms: { north: replica(), east: replica(), west: replica() },
        arrivals: { at: poisson(seed, perSecond, calls) },
      };
    },
  };
}

/**
 * `seconds`: the length of the whole; the replica refuses from a third of it on, for three tenths of it.
 * @type {(given?: { seconds?: number }) => import("./situation.ts").Situations}
 */
export const refusingReplicas = ({ seconds = 30 } = {}) => ({
  refusingReplica40Flat: refusingReplica({ load: 0.4, slope: 0.05, seconds }),
  refusingReplica40: refusingReplica({ load: 0.4, slope: 0.1, seconds }),
  refusingReplica40Steep: refusingReplica({ load: 0.4, slope: 0.2, seconds }),
  refusingReplica60Flat: refusingReplica({ load: 0.6, slope: 0.05, seconds }),
  refusingReplica60: refusingReplica({ load: 0.6, slope: 0.1, seconds }),
  refusingReplica60Steep: refusingReplica({ load: 0.6, slope: 0.2, seconds }),
});

function oneOfThreeHangs(options = {}) {
  const PER_SECOND = 130;
  const SECONDS = 30;
  return {
    name: `one of three replicas hangs for 10 s${options.hedge ? ", hedged" : ""}`,
    options: { deadline: 2_000, ...options },
    asks: [failed(0)],
    build(world) {
      const { clock, seed, well } = world;
      const answer = answers(world, lognormal(20, 0.3));
      const replica = (context) => {
        const hangs = context.arm === "north" && clock.now() >= 5_000 && clock.now() < 15_000;
        return hangs && !well ? hang(world, context) : answer(context);
      };
      return {
        arms: { north: replica, east: replica, west: replica },
        arrivals: { at: poisson(seed, PER_SECOND, PER_SECOND * SECONDS) },
      };
    },
  };
}

const DEAD_MS = 20_000;

/** `cold`: it hangs from the first call on. Otherwise it is well for 20 s, and then it `hangs` or `refuses`. */
function recoveredArm({ trouble, perSecond }) {
  const fromMs = trouble === "cold" ? 0 : 20_000;
  const recoversMs = fromMs + DEAD_MS;
  // Long enough for fifty calls and a second.
  const calls = Math.round(perSecond * (recoversMs / 1000 + 3)) + 50;
  const how = {
    cold: "hangs at first",
    hangs: "hangs",
    refuses: "refuses",
  }[trouble];
  return {
    name: `the faster of two arms ${how} for ${DEAD_MS / 1000} s, ${perSecond} calls a second`,
    options: { deadline: 2_000 },
    asks: [
      failed(trouble === "cold" ? 3 : 0),
      {
        what: "until it is asked again, of the later of 50 calls and a second",
        most: 1,
        of: ({ asked, records }) => {
          const again = asked.find(({ arm, at }) => arm === "east" && at >= recoversMs);
          if (again === undefined) return Infinity;
          const callsBefore = startedIn(records, recoversMs, again.at).length;
          return Math.min((again.at - recoversMs) / 1_000, callsBefore / 50);
        },
      },
    ],
    build(world) {
      const { clock, seed, well } = world;
      const usual = { east: answers(world, lognormal(15, 0.2)), west: answers(world, lognormal(30, 0.2)) };
      const east = (context) => {
        const dead = clock.now() >= fromMs && clock.now() < recoversMs;
        if (well || !dead) return usual.east(context);
        return trouble === "refuses" ? refuse(world, context, 2) : hang(world, context);
      };
      return { arms: { east, west: usual.west }, arrivals: { at: poisson(seed, perSecond, calls) } };
    },
  };
}

/** @type {() => import("./situation.ts").Situations} */
export const recoverySituations = () => ({
  oneOfThreeHangs: oneOfThreeHangs(),
  oneOfThreeHangsHedged: oneOfThreeHangs({ hedge: { maxExtraLoad: 0.1 } }),
  recoveredCold: recoveredArm({ trouble: "cold", perSecond: 100 }),
  recoveredColdSeldom: recoveredArm({ trouble: "cold", perSecond: 5 }),
  recoveredHang: recoveredArm({ trouble: "hangs", perSecond: 100 }),
  recoveredHangSeldom: recoveredArm({ trouble: "hangs", perSecond: 5 }),
  recoveredRefusal: recoveredArm({ trouble: "refuses", perSecond: 100 }),
  recoveredRefusalSeldom: recoveredArm({ trouble: "refuses", perSecond: 5 }),
});
