// Jobs and documents written into Redis by somebody who may write there: no worker crashes or hangs, nothing is run that
// is not allowed, and afterwards good work is done as before.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { namesOf } from "@mulligan/cluster";
import { stream } from "@mulligan/core/random";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { pause, startCommand } from "../started.mjs";
import { mutantOf } from "./mutants.mjs";
import { startRedis } from "./redis-server.mjs";

/** Written while the queue rests, then worked at. */
const BATCH = 250;
const HANG_MS = 30_000;
/** It has programs to end, and a Redis to tell. */
const END_MS = 10_000;

/** @typedef {{ count: number, refused: number, longestMs: number, problems: string[] }} Totals */

/**
 * @param {number} seed
 * @param {number} count
 */
export async function mutateCluster(seed, count = 2_000) {
  const server = await startRedis();
  const folder = mkdtempSync(join(tmpdir(), "mulligan-mutants-"));
  const mark = join(folder, "was-run");
  const url = `redis://127.0.0.1:${server.port}`;
  const redis = new Redis(url);
  const names = namesOf();
  const queue = new Queue(names.queue, { connection: redis, prefix: names.prefix });
  const worker = startCommand([
    "worker",
    "--redis",
    url,
    "--allow",
    "true",
    "--jobs",
    "2",
    "--lock-time",
    "2s",
  ]);
  /** @type {Totals} */
  const totals = { count, refused: 0, longestMs: 0, problems: [] };
  const random = stream(seed, "mutate", "cluster");
  try {
    for (let done = 0; done < count; done += BATCH) {
      await queue.pause();
      for (let i = done; i < Math.min(count, done + BATCH); i++) {
        const about = { command: ["touch", mark], version: names.version, run: `m${seed}-${i}`, index: 1 };
        await write(mutantOf(random, about), { redis, queue, names, run: about.run });
      }
      await queue.resume();
      await untilDone({ queue, redis }, worker, totals);
      if (totals.problems.length > 0) break;
      totals.refused += await queue.getFailedCount();
      await queue.obliterate({ force: true });
    }
    if (existsSync(mark)) totals.problems.push("lost: a program was run that is not allowed");
    if (totals.problems.length === 0) totals.problems.push(...(await worksStill(url)));
    totals.longestMs = Math.ceil(totals.longestMs);
    return totals;
  } finally {
    worker.child.kill("SIGTERM");
    const late = setTimeout(() => worker.child.kill("SIGKILL"), END_MS);
    const { code, stderr } = await worker.ended;
    clearTimeout(late);
    if (code !== 0 || /defect|\n\s+at .*:\d+:\d+/.test(stderr)) {
      totals.problems.push(`crash: the worker ended with ${code}: ${stderr.slice(-2_000)}`);
    }
    await queue.close();
    redis.disconnect();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {import("./mutants.mjs").Mutant} mutant
 * @param {{ redis: Redis, queue: Queue, names: ReturnType<typeof namesOf>, run: string }} place
 */
async function write({ job, fields, others, blob }, { redis, queue, names, run }) {
  await redis.hset(names.run(run).run, fields);
  for (const [command, ...words] of others) await redis.call(String(command), ...words);
  if (blob !== undefined) {
    await redis.set(names.blob(createHash("sha256").update(blob).digest("hex")), blob, "EX", 600);
  }
  const { id } = await queue.add("turn", {}, { removeOnComplete: true });
  await redis.hset(queue.toKey(String(id)), "data", job);
}

/**
 * @param {{ queue: Queue, redis: Redis }} place
 * @param {ReturnType<typeof startCommand>} worker
 * @param {Totals} totals
 */
async function untilDone({ queue, redis }, worker, totals) {
  const began = performance.now();
  for (;;) {
    const counts = await queue.getJobCounts("waiting", "delayed", "prioritized");
    counts.active = await readable(queue, redis);
    const took = performance.now() - began;
    totals.longestMs = Math.max(totals.longestMs, took);
    if (Object.values(counts).every((number) => number === 0)) return;
    if (worker.child.exitCode !== null || worker.child.signalCode !== null) {
      totals.problems.push(`crash: the worker is gone with ${JSON.stringify(counts)}`);
      return;
    }
    if (took > HANG_MS) {
      totals.problems.push(`hang: ${JSON.stringify(counts)} after ${Math.round(took)} ms`);
      return;
    }
    await pause(20);
  }
}

/**
 * Jobs under way, but for those whose data is no JSON: BullMQ itself cannot read them, and tries it now and then.
 * @param {Queue} queue
 * @param {Redis} redis
 */
async function readable(queue, redis) {
  const ids = await redis.lrange(queue.toKey("active"), 0, -1);
  const texts = await Promise.all(ids.map((id) => redis.hget(queue.toKey(id), "data")));
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
