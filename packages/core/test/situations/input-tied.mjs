// A cache in front: another attempt at a miss is a miss. The law of the answers looks like one that a cut would
// improve, and only the attempts after a cut show that it does not.
import { lognormal } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { requests } from "./asks.mjs";

/** What an input takes, at every attempt. `spread` is sigma of a lognormal law around `missMs`. */
function inputTimes({ hits, hitMs, missMs, spread }) {
  const law = spread === 0 ? undefined : lognormal(missMs, spread);
  const isHit = (seed, input) => stream(seed, "hit", input).uniform() < hits;
  const missOf = (seed, input) => law?.sample(stream(seed, "miss", input)) ?? missMs;
  return { isHit, missOf, msOf: (seed, input) => (isHit(seed, input) ? hitMs : missOf(seed, input)) };
}

/**
 * `after`: the calls that are not counted, in which it may be learned.
 * @returns {import("./situation.ts").Situation}
 */
export function inputTied({
  hits = 0.7,
  hitMs = 2,
  missMs = 175,
  spread = 0,
  replicas = 1,
  calls = 2_000,
  after = 0,
  most = 1.1,
} = {}) {
  const times = inputTimes({ hits, hitMs, missMs, spread });
  const misses = `misses of ${missMs} ms${spread === 0 ? "" : ` (lognormal, ${spread})`}`;
  return {
    name: `${100 * hits}% hits of ${hitMs} ms, ${misses}, by input, ${replicas} arm${replicas > 1 ? "s" : ""}${after > 0 ? `, after ${after} calls` : ""}`,
    options: { deadline: 10_000 },
    asks: [
      requests(1.3),
      {
        what: "mean of a miss, of waiting",
        most,
        of: ({ records, seed }) => {
          const counted = records.filter(({ input }) => input >= after && !times.isHit(seed, input));
          const waiting = counted.reduce((sum, { input }) => sum + times.missOf(seed, input), 0);
          return counted.reduce((sum, { ms }) => sum + ms, 0) / waiting;
        },
      },
    ],
    build({ clock, seed }) {
      const arm = ({ input, signal }) => clock.sleep(times.msOf(seed, input), signal);
      const names = ["east", "west"].slice(0, replicas);
      return { arms: Object.fromEntries(names.map((name) => [name, arm])), arrivals: { inTurn: calls } };
    },
  };
}

/**
 * What cutting costs must fade: after a thousand calls a miss takes what it takes.
 * @returns {import("./situation.ts").Situations}
 */
export function inputTiedFading({ calls = 5_000 } = {}) {
  const fading = (given) => inputTied({ calls, after: 1_000, most: 1.05, ...given });
  return {
    inputTied30: fading({ missMs: 30 }),
    inputTied100: fading({ missMs: 100 }),
    inputTied175: fading({ missMs: 175 }),
    inputTied600TwoArms: fading({ missMs: 600, replicas: 2 }),
    inputTiedHalf30TwoArms: fading({ hits: 0.5, missMs: 30, replicas: 2 }),
    inputTiedHalf600: fading({ hits: 0.5, hitMs: 10, missMs: 600 }),
    inputTiedSpread: fading({ missMs: 175, spread: 0.5 }),
    // The wider the misses, the later a cut looks worth while, and the more it throws away.
    inputTiedWide: fading({ hitMs: 10, missMs: 175, spread: 1 }),
    inputTiedWideTwoArms: fading({ hits: 0.5, hitMs: 10, missMs: 175, spread: 1, replicas: 2 }),
    inputTiedWideSeldom: fading({ hits: 0.9, hitMs: 10, missMs: 175, spread: 1 }),
    inputTiedWideSeldomTwoArms: fading({ hits: 0.9, hitMs: 10, missMs: 175, spread: 1, replicas: 2 }),
  };
}
