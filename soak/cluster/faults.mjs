// Faults of a cluster of real processes: each happens in the middle of a run that must end as if nothing had happened.
import { stream } from "@mulligan/core/random";
import { pause } from "../started.mjs";
import { playFaultyRun } from "./faulty-run.mjs";
import { leftInRedis, startFleet } from "./fleet.mjs";

/** @typedef {import("./faulty-run.mjs").Fault} Fault */

/** How long Redis is stopped, and a connection is cut. */
const STOP_MS = 10_000;
/** BullMQ finds the jobs of a silent worker after at most twice its lock; some time more, so that others have begun them. */
const BEYOND_LOCKS_MS = 300;

/** @type {Fault} */
export async function killWorker({ fleet, run }) {
  const worker = fleet.workers[0];
  const problems = await worker.kill();
  fleet.remove(worker);
  await fleet.add();
  return { run, problems };
}

/** @type {Fault} */
export async function killCoordinator({ run, again }) {
  run.child.kill("SIGKILL");
  await run.ended;
  return { run: again(), problems: [] };
}

/** @type {Fault} */
export async function restartRedis({ fleet, run, random }) {
  await fleet.redis.restart(300 * random.uniform());
  return { run, problems: [] };
}

/** @returns {Fault} */
export const stopRedis =
  (stopMs = STOP_MS) =>
  async ({ fleet, run }) => {
    await fleet.redis.suspend(stopMs);
    return { run, problems: [] };
  };

/** @type {Fault} */
export async function freezeWorker({ fleet, run }) {
  const { child } = fleet.workers[0];
  child.kill("SIGSTOP");
  await pause(2 * fleet.lockMs + BEYOND_LOCKS_MS);
  child.kill("SIGCONT");
  return { run, problems: [] };
}

/**
 * Answers of Redis take longer for all, until the run is over.
 * @param {number} roundTripMs
 * @returns {Fault}
 */
export const delayNetwork =
  (roundTripMs) =>
  async ({ fleet, run }) => {
    fleet.delay(roundTripMs);
    await run.ended;
    fleet.delay(0);
    return { run, problems: [] };
  };

/**
 * The network between one worker and Redis is cut, by silence or by broken connections.
 * @returns {Fault}
 */
export const cutNetwork =
  (cutMs = STOP_MS) =>
  async ({ fleet, run, random }) => {
    const { way } = fleet.workers[0];
    way.cut(random.uniform() < 0.5 ? "silence" : "break");
    await pause(cutMs);
    way.mend();
    return { run, problems: [] };
  };

/**
 * Plays so many runs on one fleet, each with the fault.
 * @param {Fault} fault
 */
export const soakFault =
  (fault) =>
  /**
   * @param {number} seed
   * @param {number} faults
   */
  async (seed, faults) => {
    const random = stream(seed, "cluster faults");
    const fleet = await startFleet();
    /** @type {string[]} */
    const problems = [];
    let [trials, longestMs] = [0, 0];
    try {
      for (let done = 0; done < faults; done++) {
        const played = await playFaultyRun(fleet, fault, random);
        problems.push(...played.problems.map((problem) => `${problem} (fault ${done})`));
        trials += played.trials;
        longestMs = Math.max(longestMs, played.tookMs);
      }
      problems.push(...(await leftInRedis(fleet)), ...(await fleet.end()));
      return { faults, trials, longestMs, problems };
    } finally {
      await fleet.close();
    }
  };
