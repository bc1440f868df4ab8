// Faults of a cluster, with a real Redis, workers in processes of their own and a fake solver. Every program plays one run
// in which as many faults happen as are asked for, at random moments; nothing may be lost, nothing counted twice, and the run
// must finish.
import { stream } from "@mulligan/core/random";
import { pause } from "../started.mjs";
import { checkWorker, playFakeRun } from "./fake-run.mjs";
import { startFakeWorker } from "./fleet.mjs";
import { startProxy } from "./proxy.mjs";
import { startRedis } from "./redis-server.mjs";

/** @typedef {Awaited<ReturnType<typeof startRedis>>} Redis */
/** @typedef {ReturnType<typeof startFakeWorker>} Worker */

const MOST_TASKS = 1_000_000;
/** Between two faults. */
const TRIALS_A_FAULT = 10;
/** A worker that is silent for so long is taken for dead. */
const LOCK_MS = 500;

/**
 * Plays a run while `faults` happen; the tasks do not end before these do.
 * @param {number} seed
 * @param {(redis: Redis) => Promise<Worker[]>} prepare starts workers that live
 * @param {(redis: Redis, random: { uniform(): number }, work: () => Promise<void>) => Promise<number>} faults how many
 *   there were; `work` waits until the run has got on, however slow the machine is today
 * @param {boolean} [lasting] whether Redis has an append-only file
 */
async function playWith(seed, prepare, faults, lasting = false) {
  const random = stream(seed, "cluster faults");
  const redis = await startRedis({ lasting });
  /** @type {Worker[]} */
  let workers = [];
  try {
    workers = await prepare(redis);
    await Promise.all(workers.map(({ ready }) => ready));
    let over = false;
    const progress = { trials: 0 };
    const work = async () => {
      for (const from = progress.trials; progress.trials < from + TRIALS_A_FAULT; ) await pause(10);
    };
    const happening = faults(redis, random, work).finally(() => {
      over = true;
    });
    const run = `fault-${seed}`;
    const { port } = redis;
    const playing = playFakeRun({ port, run, seed, tasks: MOST_TASKS, enough: () => over, progress });
    const [count, { byWorker, problems, tasks, trials }] = await Promise.all([happening, playing]);
    const ended = await Promise.all(workers.map((worker) => worker.end()));
    problems.push(...ended.flatMap((one) => checkWorker(byWorker, one)));
    const late = ended.reduce((sum, { told }) => sum + (told?.late ?? 0), 0);
    const again = ended.reduce((sum, { told }) => sum + (told?.seen ?? 0), 0);
    return { faults: count, tasks, trials, late, again, problems };
  } finally {
    // Nobody is left behind, whatever went wrong.
    await Promise.all(workers.map((worker) => worker.kill()));
    await redis.stop();
  }
}

/**
 * @param {number} port
 * @param {string | undefined} main
 */
const fakeWorker = (port, main) => startFakeWorker({ port, lockMs: LOCK_MS }, main);

/**
 * `kill -9` of workers, over and over, while another goes on.
 * @param {number} seed
 * @param {number} kills
 * @param {string} [main] where `worker-main.mjs` is
 */
export function killWorkers(seed, kills, main = undefined) {
  return playWith(
    seed,
    async ({ port }) => [fakeWorker(port, main)],
    async ({ port }, random, work) => {
      // The next one starts while this one works.
      let next = fakeWorker(port, main);
      for (let kill = 0; kill < kills; kill++) {
        const worker = next;
        if (kill + 1 < kills) next = fakeWorker(port, main);
        await worker.ready;
        await work();
        await pause(100 * random.uniform());
        await worker.kill();
      }
      return kills;
    },
  );
}

/**
 * Redis is killed with -9 and started again from its append-only file.
 * @param {number} seed
 * @param {number} restarts
 * @param {string} [main] where `worker-main.mjs` is
 */
export function restartRedis(seed, restarts, main = undefined) {
  return playWith(
    seed,
    async ({ port }) => [fakeWorker(port, main), fakeWorker(port, main)],
    async (redis, random, work) => {
      for (let restart = 0; restart < restarts; restart++) {
        await work();
        await pause(100 * random.uniform());
        await redis.restart(300 * random.uniform());
      }
      return restarts;
    },
    true,
  );
}

/**
 * The network between one worker and Redis is cut, by silence and by broken connections in turn, for longer than a worker
 * may be silent; another worker goes on.
 * @param {number} seed
 * @param {number} cuts
 * @param {string} [main] where `worker-main.mjs` is
 * @param {number} [cutMs]
 */
export async function cutNetwork(seed, cuts, main = undefined, cutMs = 10_000) {
  /** @type {Awaited<ReturnType<typeof startProxy>> | undefined} */
  let proxy;
  try {
    return await playWith(
      seed,
      async ({ port }) => {
        proxy = await startProxy(port);
        return [fakeWorker(proxy.port, main), fakeWorker(port, main)];
      },
      async (_redis, random, work) => {
        for (let cut = 0; cut < cuts; cut++) {
          await work();
          await pause(100 * random.uniform());
          proxy?.cut(cut % 2 === 0 ? "silence" : "break");
          await pause(cutMs);
          proxy?.mend();
        }
        await work();
        return cuts;
      },
    );
  } finally {
    proxy?.close();
  }
}

/**
 * Every message is sent four times, some of them at the same moment and in another order.
 * @param {number} seed
 * @param {number} rounds
 * @param {string} [main] where `worker-main.mjs` is
 */
export function sendThrice(seed, rounds, main = undefined) {
  return playWith(
    seed,
    async ({ port }) => [1, 2].map(() => startFakeWorker({ port, lockMs: LOCK_MS, thrice: true }, main)),
    async (_redis, _random, work) => {
      for (let round = 0; round < rounds; round++) await work();
      return rounds;
    },
  );
}

/**
 * Workers of other versions come and go: they take nothing, and keep nobody from working.
 * @param {number} seed
 * @param {number} versions
 * @param {string} [main] where `worker-main.mjs` is
 */
export function otherVersions(seed, versions, main = undefined) {
  return playWith(
    seed,
    async ({ port }) => [fakeWorker(port, main)],
    async ({ port }, _random, work) => {
      const names = Array.from({ length: versions }, (_, place) => `0.0.${place + 1}`);
      const worker = startFakeWorker({ port, lockMs: LOCK_MS, versions: names }, main);
      await worker.ready;
      await work();
      const { told } = await worker.end();
      if (told === undefined || told.counted + told.seen + told.late > 0) {
        throw new Error(`workers of other versions had work: ${JSON.stringify(told)}`);
      }
      return versions;
    },
  );
}
