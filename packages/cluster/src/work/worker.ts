import { randomBytes, randomInt } from "node:crypto";
import { setMaxListeners } from "node:events";
import { hostname } from "node:os";
import { Worker } from "bullmq";
import type { EntryCounts } from "../learning/outbox.ts";
import { namesOf } from "../messages/keys.ts";
import { Blobs } from "../store/blobs.ts";
import {
  type ConnectionNotice,
  connectRedis,
  newRedis,
  type RedisPlace,
  whenReady,
  withoutSecrets,
} from "../store/connection.ts";
import { RunStore } from "../store/run-store.ts";
import { JobProcessor } from "./job-processor.ts";
import { OpenRuns } from "./open-runs.ts";
import type { TurnExecutorFactory } from "./turn.ts";

export interface WorkerSetting {
  readonly place: RedisPlace;
  /** Turns at a time. */
  readonly jobs: number;
  /** By the kind of run. */
  readonly executors: Readonly<Record<string, TurnExecutorFactory>>;
  /** After so long without a sign of life a worker counts as dead, and its jobs go to others. */
  readonly lockMs?: number;
  readonly notice: ConnectionNotice;
  /** For tests: another version of the format. */
  readonly version?: string;
}

/** A worker that takes jobs from the queue. */
export interface ClusterWorker {
  readonly name: string;
  /** Gives back the jobs under way and leaves the cluster. Resolves to the counts of all entries that it sent. */
  close(): Promise<EntryCounts>;
}

export const LOCK_MS = 10_000;
/** A job whose worker died so often is not tried again. */
const MAX_STALLED = 20;
/** How long BullMQ may take to pause, and to close. */
const CLOSE_MS = 700;
/** How long failed jobs stay in Redis. */
const KEPT_FAILURES = { age: 24 * 3_600, count: 1_000 };

/** Joins the cluster. BullMQ gives out the jobs, renews their locks, and finds those of workers that died. */
export async function startClusterWorker(setting: WorkerSetting): Promise<ClusterWorker> {
  const { place, jobs, executors, notice, lockMs = LOCK_MS } = setting;
  const names = namesOf(setting.version);
  const name = `${hostname().slice(0, 100)}-${process.pid}-${randomBytes(4).toString("hex")}`;
  const redis = connectRedis(place, notice);
  const going = new AbortController();
  setMaxListeners(0, going.signal);
  const runs = new OpenRuns({
    executors,
    blobs: new Blobs(redis, names),
    storeOf: (run) => new RunStore(redis, names, run),
    seed: randomInt(2 ** 31),
    going: going.signal,
    trouble: (error) => notice(`${withoutSecrets(error, place)}; what is to be sent is kept`),
  });
  const processor = new JobProcessor({
    worker: name,
    version: names.version,
    runs,
    jobs,
    going: going.signal,
  });
  const connection = newRedis(place);
  connection.on("error", () => {});
  await Promise.all([redis, connection].map(whenReady));
  const work: JobProcessor["work"] = async (job) => {
    await processor.work(job);
    worker.concurrency = processor.concurrency;
  };
  const worker = new Worker(names.queue, work, {
    connection,
    prefix: names.prefix,
    name,
    concurrency: jobs,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 2),
    maxStalledCount: MAX_STALLED,
    removeOnFail: KEPT_FAILURES,
    autorun: false,
  });
  // The other connection reports outages; the job of a lost lock is another worker's now.
  worker.on("error", () => {});
  await worker.waitUntilReady();
  void worker.run();
  return {
    name,
    async close() {
      going.abort();
      // BullMQ may wait for ever for a lost connection. It is enough that the turns have ended.
      await within(CLOSE_MS, worker.pause(true));
      await processor.idle();
      await within(CLOSE_MS, worker.close());
      await runs.closeAll();
      redis.disconnect();
      connection.disconnect();
      return runs.answered;
    },
  };
}

/** Resolves with the promise, or after so long at the latest. */
async function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise.catch(() => {}), late]);
  clearTimeout(timer);
}
