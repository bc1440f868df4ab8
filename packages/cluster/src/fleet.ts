import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import {
  jobPrefix,
  keys,
  PREFIX,
  parseDocument,
  type QueueNeeds,
  queueSchema,
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
  readonly owner: string;
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
  return { name, kind, title, queue, state, owner: fields.owner ?? "", done, total, out };
}

async function countJobs(redis: Redis, name: string): Promise<QueueStatus> {
  const counts = await withQueue(redis, name, (queue) =>
    queue.getJobCounts("waiting", "prioritized", "active"),
  );
  return { name, waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0), active: counts.active ?? 0 };
}

/** A message to the process that decides, by `cluster cancel`. */
export const CANCEL = '"cancel"';

/** Stops a run and lets the process that started it end; false if there is no such run. */
export async function cancelRun(redis: Redis, name: string): Promise<boolean> {
  if ((await redis.exists(keys.run(name))) === 0) return false;
  await redis.hset(keys.run(name), "state", "cancelled");
  await redis.publish(keys.control(name), CANCEL);
  return true;
}

/**
 * Deletes the remains of dead processes: runs without a lease, their jobs, queues that no live run uses. Returns the
 * names of what was deleted.
 */
export async function cleanCluster(
  redis: Redis,
): Promise<{ readonly runs: string[]; readonly queues: string[] }> {
  const { runs, queues } = await readStatus(redis);
  const gone = runs.filter(({ state }) => state === "gone");
  for (const { name, queue } of gone) {
    await redis.multi().del(keys.run(name), keys.cancelled(name)).srem(keys.runs, name).exec();
    await redis.publish(keys.control(name), "{}");
    await withQueue(redis, queue, (open) => removeJobsOf(open, name));
  }
  const used = new Set(runs.filter(({ state }) => state !== "gone").map(({ queue }) => queue));
  const needs = await redis.hgetall(keys.queues);
  const live = new Set((await readWorkers(redis)).map(({ name }) => name));
  const unused = queues
    .map(({ name }) => name)
    .filter((name) => {
      const worker = parseDocument(queueSchema, needs[name])?.worker;
      return worker === undefined ? !used.has(name) : !live.has(worker);
    });
  for (const name of unused) await deleteQueue(redis, name);
  return { runs: gone.map(({ name }) => name), queues: unused };
}

/** Deletes the jobs of a run that no worker has, of any epoch. Only ids are read: a job may be unreadable. */
export async function removeJobsOf(queue: Queue, run: string): Promise<void> {
  const ids = await queue.getRanges(["wait", "prioritized", "delayed", "completed", "failed"]);
  const own = ids.filter((id) => id.startsWith(jobPrefix(run)));
  await Promise.allSettled(own.map((id) => queue.remove(id)));
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
