import { hostname, userInfo } from "node:os";
import { Queue, QueueKeys } from "bullmq";
import type { ChainableCommander, Redis } from "ioredis";
import {
  DAY_S,
  jobPrefix,
  keys,
  PREFIX,
  parseDocument,
  type QueueNeeds,
  runSchema,
  VERSION,
  type WorkerInfo,
  workerSchema,
} from "./documents.ts";

/** The live workers, of any version, and why some of them cannot serve a queue. */
export interface Fleet {
  readonly workers: readonly WorkerInfo[];
  readonly refusals: ReadonlyMap<string, string>;
}

/** Reads how the workers describe themselves. Silent workers are removed from the list. */
async function readWorkers(redis: Redis): Promise<WorkerInfo[]> {
  const names = await redis.smembers(keys.workers);
  if (names.length === 0) return [];
  const texts = await redis.mget(names.map(keys.worker));
  const gone = names.filter((_, place) => texts[place] === null);
  // A replica refuses this; the list is read all the same.
  if (gone.length > 0) await redis.srem(keys.workers, ...gone).catch(() => {});
  return texts.map((text) => parseDocument(workerSchema, text)).filter((worker) => worker !== undefined);
}

export async function readFleet(redis: Redis, queue: string): Promise<Fleet> {
  const [workers, refused] = await Promise.all([readWorkers(redis), redis.hgetall(keys.refusals(queue))]);
  const live = new Set(workers.map(({ name }) => name));
  return { workers, refusals: new Map(Object.entries(refused).filter(([name]) => live.has(name))) };
}

/** Returns the reason why no worker serves a run. It is final if there are workers and each of them has refused the run. */
export function describeAbsence(
  { workers, refusals }: Fleet,
  { labels }: QueueNeeds,
): { readonly reason: string; readonly isFinal: boolean } {
  const others = workers.filter(({ version }) => version !== VERSION);
  const own = workers.filter(({ version, draining }) => version === VERSION && !draining);
  const labelled = own.filter((worker) => labels.every((label) => worker.labels.includes(label)));
  if (labelled.length > 0 && labelled.every(({ name }) => refusals.has(name))) {
    const reasons = [...new Set(refusals.values())].join("; ");
    return { reason: `no worker can do this run: ${reasons}`, isFinal: true };
  }
  if (own.length > 0 && labelled.length === 0) {
    return { reason: `no worker has the label ${labels.join(" and ")} (--needs)`, isFinal: false };
  }
  const versions = [...new Set(others.map(({ version }) => version))].join(", ");
  const other = others.length === 0 ? "" : ` (there are workers of version ${versions}, this is ${VERSION})`;
  return { reason: `no worker has joined${other}`, isFinal: false };
}

/** A run as `mulligan cluster status` shows it. */
export interface RunStatus {
  readonly name: string;
  readonly kind: string;
  readonly title: string;
  readonly queue: string;
  /** `gone` if the process that started it is silent. */
  readonly state: "open" | "stopped" | "gone";
  /** The process that decides: whose it is, where it runs, and its number. */
  readonly owner: string;
  readonly host: string;
  readonly process: number | null;
  /** Tasks that are done. */
  readonly done: number;
  /** The number of tasks; null if the run has no end. */
  readonly total: number | null;
  /** Jobs without a result. */
  readonly out: number;
}

/** A queue, which all runs with the same needs share. */
export interface QueueStatus {
  readonly name: string;
  /** Jobs that no worker has taken yet. */
  readonly waiting: number;
  /** Jobs that a worker executes. */
  readonly active: number;
}

/** The answer of `mulligan cluster status`. */
export interface ClusterStatus {
  /** The version of this package; workers of other versions do not take its jobs. */
  readonly version: string;
  readonly workers: readonly WorkerInfo[];
  readonly runs: readonly RunStatus[];
  readonly queues: readonly QueueStatus[];
}

/** Reads the workers, runs and queues of a cluster, sorted by name. */
export async function readStatus(redis: Redis): Promise<ClusterStatus> {
  const [workers, names, queues] = await Promise.all([
    readWorkers(redis),
    redis.smembers(keys.runs),
    redis.hkeys(keys.queues),
  ]);
  const runs = await Promise.all(names.map((name) => readRun(redis, name)));
  return {
    version: VERSION,
    workers: workers.sort(byName),
    runs: runs.filter((run) => run !== undefined).sort(byName),
    queues: (await Promise.all(queues.map((name) => countJobs(redis, name)))).sort(byName),
  };
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);

async function readRun(redis: Redis, name: string): Promise<RunStatus | undefined> {
  const [fields, lease] = await Promise.all([redis.hgetall(keys.run(name)), redis.exists(keys.lease(name))]);
  const document = parseDocument(runSchema, fields.document);
  if (document === undefined) return undefined;
  const { done = 0, total = null, out = 0 } = JSON.parse(fields.progress ?? "{}");
  const live = fields.state === "open" ? "open" : "stopped";
  const state = lease === 0 ? "gone" : live;
  const { kind, title, queue } = document;
  const { owner = "", host = "", process } = fields;
  const starter = { owner, host, process: process === undefined ? null : Number(process) };
  return { name, kind, title, queue, state, ...starter, done, total, out };
}

/** The fields of a run that name the process that starts it. */
export function starter(): Record<"owner" | "host" | "process", string> {
  let owner: string;
  try {
    owner = userInfo().username;
  } catch {
    // A container may have no entry for its user.
    owner = String(process.getuid?.());
  }
  return { owner, host: hostname(), process: String(process.pid) };
}

async function countJobs(redis: Redis, name: string): Promise<QueueStatus> {
  const counts = await withQueue(redis, name, (queue) =>
    queue.getJobCounts("waiting", "prioritized", "active"),
  );
  return { name, waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0), active: counts.active ?? 0 };
}

/** Deletes the jobs of a run that no worker has, of any epoch. Only ids are read: a job may be unreadable. */
export async function removeJobsOf(queue: Queue, run: string): Promise<void> {
  const ids = await queue.getRanges(["wait", "prioritized", "delayed", "completed", "failed"]);
  const own = ids.filter((id) => id.startsWith(jobPrefix(run)));
  await Promise.allSettled(own.map((id) => queue.remove(id)));
}

/** What BullMQ keeps of a queue's metrics, beside `QueueKeys`. */
const METRICS = ["completed", "failed"].flatMap((kind) => [`metrics:${kind}`, `metrics:${kind}:data`]);

/** Keys that expire by themselves, and say by it that it is time for something: renewed, they would stop that for a day. */
const TIMERS = ["stalled-check", "limiter"];

/** Adds commands after which all that BullMQ keeps of a queue, but for its jobs, expires in a day: by itself it keeps that for ever. */
export function expireQueue(commands: ChainableCommander, name: string): ChainableCommander {
  const queue = new QueueKeys(PREFIX);
  const kept = Object.entries(queue.getKeys(name)).filter(([part]) => !TIMERS.includes(part));
  const names = [...kept.map(([, key]) => key), ...METRICS.map((part) => queue.toKey(name, part))];
  for (const key of names) commands.expire(key, DAY_S);
  return commands;
}

/** Lets these jobs expire in a day, with all else of their queue. */
export async function expireJobs(redis: Redis, queue: Queue, ids: readonly string[]): Promise<void> {
  const commands = expireQueue(redis.pipeline(), queue.name);
  for (const id of ids) commands.expire(queue.toKey(id), DAY_S);
  await commands.exec();
}

/** Jobs that are read or removed at a time. */
const PART = 200;

/** Acts on all items, some at a time, and rejects with the first error when all are done. */
export async function inParts<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (let from = 0; from < items.length; from += PART) {
    const part = items.slice(from, from + PART).map(act);
    for (const result of await Promise.allSettled(part)) {
      if (result.status === "rejected") errors.push(result.reason);
    }
  }
  if (errors.length > 0) throw errors[0];
}

export async function deleteQueue(redis: Redis, name: string): Promise<void> {
  await redis.multi().hdel(keys.queues, name).del(keys.refusals(name), keys.queueInUse(name)).exec();
  await withQueue(redis, name, (queue) => queue.obliterate({ force: true }));
}

/** Deletes queues that no run has used for a day. Every worker does this now and then. */
export async function deleteUnusedQueues(redis: Redis): Promise<void> {
  for (const name of await redis.hkeys(keys.queues)) {
    if ((await redis.exists(keys.queueInUse(name))) === 0) await deleteQueue(redis, name);
  }
  for (const name of await redis.smembers(keys.runs)) {
    if ((await redis.exists(keys.run(name))) === 0) await redis.srem(keys.runs, name);
  }
}

export function openQueue(redis: Redis, name: string): Queue {
  const queue = new Queue(name, { connection: redis, prefix: PREFIX, skipVersionCheck: true });
  // The connection reports outages itself.
  queue.on("error", () => {});
  return queue;
}

async function withQueue<Result>(
  redis: Redis,
  name: string,
  act: (queue: Queue) => Promise<Result>,
): Promise<Result> {
  const queue = openQueue(redis, name);
  try {
    return await act(queue);
  } finally {
    await queue.close();
  }
}
