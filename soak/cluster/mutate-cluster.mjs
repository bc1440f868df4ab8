// Jobs, runs, results, messages and entries of queues that a stranger writes into Redis while a run goes on: no worker and
// no run crashes, no program is run that --allow does not name, and nothing broken is taken for a result.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectRedis, parseRedisUrl, VERSION } from "@mulligan/cluster";
import { stream } from "@mulligan/core/random";
import { pause } from "../started.mjs";
import { playFaultyRun } from "./faulty-run.mjs";
import { startFleet } from "./fleet.mjs";
import {
  blobCommand,
  PLAIN_NEEDS,
  PLAIN_QUEUE,
  spoiledTrial,
  strangeMessage,
  strangeRun,
} from "./mutants.mjs";

/** @typedef {import("@mulligan/cluster").Redis} Redis */
/** @typedef {import("./mutants.mjs").Victim} Victim */
/** @typedef {import("./mutants.mjs").Command} Command */

/** Mutants during one run, and how many follow each other without a pause. */
const BATCH = 100;
const AT_ONCE = 5;
/** Of so many runs one has its own trials spoiled, and may give tasks up. */
const SPOILED = 4;

/**
 * @param {number} seed
 * @param {number} count
 * @param {{ main?: string | undefined, lockMs?: number }} [options]
 */
export async function mutateCluster(seed, count = 2_000, options = {}) {
  const random = stream(seed, "mutate", "cluster");
  const folder = mkdtempSync(join(tmpdir(), "mulligan-mutants-"));
  const forbidden = ["touch", join(folder, "ran")];
  const fleet = await startFleet(options);
  const redis = connectRedis(parseRedisUrl(fleet.redis.url, "url"), () => {});
  /** @type {string[]} */
  const problems = [];
  let [written, longestMs] = [0, 0];
  const send = async (/** @type {Command[]} */ commands) => {
    for (const [name, ...words] of commands) await redis.call(String(name), ...words).catch(() => {});
  };
  try {
    await redis.hset(`{mulligan}:${VERSION}:queues`, PLAIN_QUEUE, JSON.stringify(PLAIN_NEEDS));
    for (let batch = 0; written < count; batch++) {
      const mayFail = batch % SPOILED === SPOILED - 1;
      const end = Math.min(count, written + BATCH);
      const played = await playFaultyRun(
        fleet,
        async ({ run }) => {
          const victim = await findVictim(redis);
          for (; written < end && victim !== undefined; written++) {
            const name = `strange-${seed}-${written}`;
            if (mayFail) await send(spoiledTrial(random, victim, await jobsIn(redis, victim.queue)));
            else if (random.uniform() < 0.5) await send(strangeRun(random, { victim, name, forbidden }));
            else await send([blobCommand, ...strangeMessage(random, victim)]);
            if (written % AT_ONCE === 0) await pause(10);
          }
          return { run, problems: [], mayFail };
        },
        random,
      );
      longestMs = Math.max(longestMs, played.tookMs);
      problems.push(...played.problems.map((problem) => `${problem} (up to mutant ${written})`));
      if (existsSync(forbidden[1]))
        problems.push(`crash: a program ran that is not allowed (up to mutant ${written})`);
      if (problems.length > 0) break;
    }
    problems.push(...(await fleet.end()));
    return { count: written, longestMs, problems };
  } finally {
    redis.disconnect();
    await fleet.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The ids of jobs that wait or are under way.
 * @param {Redis} redis
 * @param {string} queue
 */
async function jobsIn(redis, queue) {
  const lists = ["wait", "active"].map((list) => redis.lrange(`{mulligan}:${queue}:${list}`, 0, 100));
  return (await Promise.all(lists)).flat();
}

/**
 * The run that goes on at the moment.
 * @param {Redis} redis
 * @returns {Promise<Victim | undefined>}
 */
async function findVictim(redis) {
  for (let tries = 0; tries < 500; tries++) {
    for (const run of await redis.smembers(`{mulligan}:${VERSION}:runs`)) {
      if (!run.startsWith("run-journal-")) continue;
      const [epoch, document] = await redis.hmget(`{mulligan}:${VERSION}:run:${run}`, "epoch", "document");
      if (epoch && document) return { run, epoch, queue: JSON.parse(document).queue };
    }
    await pause(10);
  }
  return undefined;
}
