// Jobs and documents written into Redis by somebody who may write there: no worker crashes or hangs, nothing is run that
// is not allowed, and afterwards good work is done as before.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Coordinator, connectRedis, namesOf, parseRedisUrl } from "@mulligan/cluster";
import { stream } from "@mulligan/core/random";
import { Tally } from "@mulligan/core/statistics";
import { pause, startCommand } from "../started.mjs";
import { mutantOf } from "./mutants.mjs";
import { startRedis } from "./redis-server.mjs";

/** @typedef {import("@mulligan/cluster").Redis} Redis */
/** @typedef {{ count: number, refused: number, longestMs: number, problems: string[] }} Totals */

/** Written while the worker rests, then worked at. */
const BATCH = 250;
const HANG_MS = 30_000;
/** It has programs to end, and a Redis to tell. */
const END_MS = 10_000;
const names = namesOf();
/** As BullMQ names them. */
const queueKey = (/** @type {string} */ part) => `${names.prefix}:${names.queue}:${part}`;

/**
 * @param {number} seed
 * @param {number} count
 */
export async function mutateCluster(seed, count = 2_000) {
  const server = await startRedis();
  const folder = mkdtempSync(join(tmpdir(), "mulligan-mutants-"));
  const mark = join(folder, "was-run");
  const redis = connectRedis(parseRedisUrl(server.url, "url"), () => {});
  const words = ["--allow", "true", "--jobs", "2", "--lock-time", "2s"];
  const worker = startCommand(["worker", "--redis", server.url, ...words]);
  await new Promise((resolve) => worker.child.stderr.once("data", resolve));
  /** @type {Totals} */
  const totals = { count, refused: 0, longestMs: 0, problems: [] };
  const random = stream(seed, "mutate", "cluster");
  const coordinator = await openQueue(server.url, `mutants-${seed}`);
  try {
    for (let done = 0; done < count && totals.problems.length === 0; done += BATCH) {
      worker.child.kill("SIGSTOP");
      for (let index = done + 1; index <= Math.min(count, done + BATCH); index++) {
        const about = {
          command: ["touch", mark],
          version: names.version,
          run: `m${seed}-${index}`,
          index: 1,
        };
        const mutant = mutantOf(random, about);
        await write(mutant, about.run, redis);
        await coordinator.dispatch([{ index, input: null, occurrence: 1, trials: 0, attempts: 0 }]);
        await redis.hset(queueKey(`mutants-${seed}.${index}.1`), "data", mutant.job);
      }
      worker.child.kill("SIGCONT");
      await untilDone(redis, worker, totals);
    }
    totals.refused = await redis.zcard(queueKey("failed"));
    if (existsSync(mark)) totals.problems.push("lost: a program was run that is not allowed");
    if (totals.problems.length === 0) totals.problems.push(...(await worksStill(server.url)));
    totals.longestMs = Math.ceil(totals.longestMs);
    return totals;
  } finally {
    await coordinator.close();
    totals.problems.push(...(await endOf(worker)));
    redis.disconnect();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Who puts jobs into the queue, as a run does.
 * @param {string} url
 * @param {string} run
 */
function openQueue(url, run) {
  return Coordinator.open({
    place: parseRedisUrl(url, "url"),
    run,
    document: { kind: "none", detail: null },
    known: new Tally(),
    notice: () => {},
  });
}

/** @param {ReturnType<typeof startCommand>} worker */
async function endOf(worker) {
  worker.child.kill("SIGTERM");
  const late = setTimeout(() => worker.child.kill("SIGKILL"), END_MS);
  const { code, stderr } = await worker.ended;
  clearTimeout(late);
  const crashed = code !== 0 || /defect|\n\s+at .*:\d+:\d+/.test(stderr);
  return crashed ? [`crash: the worker ended with ${code}: ${stderr.slice(-2_000)}`] : [];
}

/**
 * @param {import("./mutants.mjs").Mutant} mutant
 * @param {string} run
 * @param {Redis} redis
 */
async function write({ fields, others, blob }, run, redis) {
  await redis.hset(names.run(run).run, fields);
  for (const [command, ...words] of others) await redis.call(String(command), ...words);
  if (blob === undefined) return;
  await redis.set(names.blob(createHash("sha256").update(blob).digest("hex")), blob, "EX", 600);
}

/**
 * @param {Redis} redis
 * @param {ReturnType<typeof startCommand>} worker
 * @param {Totals} totals
 */
async function untilDone(redis, worker, totals) {
  const began = performance.now();
  for (;;) {
    const left = { waiting: await redis.llen(queueKey("wait")), active: await readable(redis) };
    const took = performance.now() - began;
    totals.longestMs = Math.max(totals.longestMs, took);
    if (left.waiting === 0 && left.active === 0) return;
    if (worker.child.exitCode !== null || worker.child.signalCode !== null) {
      totals.problems.push(`crash: the worker is gone with ${JSON.stringify(left)}`);
      return;
    }
    if (took > HANG_MS) {
      totals.problems.push(`hang: ${JSON.stringify(left)} after ${Math.round(took)} ms`);
      return;
    }
    await pause(20);
  }
}

/**
 * Jobs under way, but for those whose data is no JSON: BullMQ itself cannot read them, and tries it now and then.
 * @param {Redis} redis
 */
async function readable(redis) {
  const ids = await redis.lrange(queueKey("active"), 0, -1);
  const texts = await Promise.all(ids.map((id) => redis.hget(queueKey(id), "data")));
  return texts.filter((text) => text !== null && isJson(text)).length;
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A good run, by the same worker.
 * @param {string} url
 */
async function worksStill(url) {
  const { ended } = startCommand(["run", "--redis", url, "--json", "--", "true", ":::", "1", "2", "3"]);
  const { code, stderr, lines } = await ended;
  const solved = lines.find(({ type }) => type === "summary")?.solved;
  return code === 0 && solved === 3
    ? []
    : [`lost: a good run ended with ${code}, ${solved} solved: ${stderr}`];
}
