import { lognormal } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { answers, hang, refuse } from "./answers.mjs";
import { poisson } from "./arrivals.mjs";
import { countFailed, failedIn, requestsOf, startedIn } from "./asks.mjs";

const PER_SECOND = 50;
const SECONDS = 60;
const FROM_MS = 20_000;
const TO_MS = 40_000;
/** It takes a moment to know. */
const KNOWN_MS = 1_000;

/**
 * From one moment to another the replicas answer 500 (`refuses`) or nothing (`hangs`). If all do, no call can
 * succeed, and the least that a strategy can do is not to ask again and again; if one does, all calls should.
 */
export function outage({ trouble, replicas = ["east", "west"] }) {
  const all = replicas.length === 2;
  const law = lognormal(20, 0.3);
  const deadline = 2_000;
  const does = trouble === "hangs" ? "hang" : "answer 500";
  const who = all ? `both replicas ${does}` : `one of two replicas ${does.replace(/^\w+/, "$&s")}`;
  return {
    name: `${who} for ${(TO_MS - FROM_MS) / 1000} s`,
    options: { deadline },
    asks: [
      {
        what: "requests a call, in the outage after its first second",
        most: all ? 1.1 : 1.2,
        of: ({ records }) => requestsOf(startedIn(records, FROM_MS + KNOWN_MS, TO_MS)),
      },
      // A call that came less than a deadline before the end may still be lost to it; so may one that came before.
      failedIn("failed before", [0, FROM_MS - deadline]),
      ...(all ? [] : [failedIn("failed in it", [FROM_MS, TO_MS], 10)]),
      { what: "ms from its end to the last call that fails", most: 3_000, of: recoveryMs },
    ],
    build(world) {
      const { clock, seed, well } = world;
      const usual = answers(world, law);
      const arm = (context) => {
        const inOutage = clock.now() >= FROM_MS && clock.now() < TO_MS;
        if (well || !inOutage || !replicas.includes(context.arm)) return usual(context);
        if (trouble === "hangs") return hang(world, context);
        const { arm: name, input, attempt } = context;
        return refuse(world, context, law.sample(stream(seed, name, input, attempt)) / 4, 500);
      };
      return {
        arms: { east: arm, west: arm },
        arrivals: { at: poisson(seed, PER_SECOND, PER_SECOND * SECONDS) },
      };
    },
    /** For a figure: what became of the calls that came in each second. */
    bySecond: ({ records }) =>
      Array.from({ length: SECONDS }, (_, second) => {
        const came = startedIn(records, 1000 * second, 1000 * (second + 1));
        return {
          second,
          calls: came.length,
          failed: countFailed(came),
          requests: came.reduce((sum, { requests }) => sum + requests, 0),
        };
      }),
  };
}

/** Calls that came in the outage do not count, only those that came when all was well again. */
function recoveryMs({ records }) {
  return records.reduce((last, { start, ok }) => (ok ? last : Math.max(last, start - TO_MS)), 0);
}
