// More is asked than the servers can do, or nearly so, and what a caller gives up is served all the same.
import { exponential, lognormal } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { changingRate, poisson } from "./arrivals.mjs";
import { countFailed, failed, failedIn, startedIn } from "./asks.mjs";
import { queuedReplica } from "./queued-replica.mjs";

const MEAN_MS = 20;

/** Two replicas of eight workers. */
function twoReplicas({ clock, seed }) {
  const law = exponential(MEAN_MS);
  const replica = () => {
    const serve = queuedReplica({ clock, workers: 8, cancels: false });
    return ({ arm, input, attempt, signal }) => serve(law.sample(stream(seed, arm, input, attempt)), signal);
  };
  return { east: replica(), west: replica() };
}

/** Calls a second at which the two are always busy. */
const CAPACITY = 2 * 8 * (1000 / MEAN_MS);

/**
 * Each process has a learner of its own, and sees a twentieth of the calls.
 * @returns {import("./situation.ts").Situation}
 */
export function overload({ processes = 20, busy = 0.8, calls = 18_000 } = {}) {
  return {
    name: `${processes} processes, two replicas ${100 * busy}% busy, servers do not cancel`,
    options: { deadline: 5_000 },
    processes,
    asks: [failed(0)],
    build: (world) => ({
      arms: twoReplicas(world),
      arrivals: { at: poisson(world.seed, CAPACITY * busy, calls) },
    }),
  };
}

/** @returns {import("./situation.ts").Situation} */
export function spike({ busy = 0.8, spikeBusy = 1.3, seconds = 20 } = {}) {
  const rates = [
    { untilMs: 5_000, perSecond: CAPACITY * busy },
    { untilMs: 8_000, perSecond: CAPACITY * spikeBusy },
    { untilMs: 1_000 * seconds, perSecond: CAPACITY * busy },
  ];
  return {
    name: `two replicas ${100 * busy}% busy, ${100 * spikeBusy}% for 3 s, servers do not cancel`,
    options: { deadline: 5_000 },
    asks: [failed(0)],
    build: (world) => ({ arms: twoReplicas(world), arrivals: { at: changingRate(world.seed, rates) } }),
  };
}

/** A request takes a worker longer the more others wait: twice as long with so many. */
const WAITING_THAT_DOUBLE = 700;
const SPIKE_MS = 5_000;
/** The time that it may take to recover. */
const RECOVERY_MS = 10_000;

/**
 * A database that degrades with its queue. With 300 calls a second it is 60% busy; once the spike has made the queue
 * long enough, 300 a second are more than it can do, and it recovers only if it is left alone for a while.
 * @returns {import("./situation.ts").Situation}
 */
export function databaseSpike({ spikeFromMs = 20_000, seconds = 60 } = {}) {
  const spikeToMs = spikeFromMs + SPIKE_MS;
  const calmFromMs = spikeToMs + RECOVERY_MS;
  const rates = [
    { untilMs: spikeFromMs, perSecond: 300 },
    { untilMs: spikeToMs, perSecond: 900 },
    { untilMs: 1_000 * seconds, perSecond: 300 },
  ];
  const failedLater = ({ records }) => countFailed(startedIn(records, calmFromMs));
  return {
    name: "a database that degrades with its queue, a spike of 5 s",
    options: { deadline: 1_000 },
    needs: ["cockatiel with a breaker"],
    asks: [
      failedIn("failed before the spike", [0, spikeFromMs - 1_000]),
      {
        what: "failed from 10 s after the spike, a share more than with cockatiel's breaker",
        most: 0.001,
        of: (played, others) =>
          (failedLater(played) - failedLater(others["cockatiel with a breaker"])) /
          startedIn(played.records, calmFromMs).length,
      },
    ],
    build({ clock, seed }) {
      const law = lognormal(MEAN_MS, 0.3);
      const serve = queuedReplica({
        clock,
        workers: 10,
        cancels: false,
        slowdown: (waiting) => 1 + waiting / WAITING_THAT_DOUBLE,
      });
      const database = ({ arm, input, attempt, signal }) =>
        serve(law.sample(stream(seed, arm, input, attempt)), signal);
      return { arms: { database }, arrivals: { at: changingRate(seed, rates) } };
    },
  };
}
