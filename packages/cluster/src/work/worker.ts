import { randomBytes, randomInt } from "node:crypto";
import { setMaxListeners } from "node:events";
import { hostname } from "node:os";
import { Worker } from "bullmq";
import { type ConnectionNotice, connect, newRedis, scrubbed, whenReady } from "../connection/connect.ts";
import type { RedisPlace } from "../connection/redis-place.ts";
import type { Answered } from "../learning/ledger.ts";
import { namesOf } from "../messages/keys.ts";
import { Blobs } from "../store/blobs.ts";
import { RunStore } from "../store/run-store.ts";
import { OpenRuns } from "./open-runs.ts";
import type { Performer } from "./performer.ts";
import { Workshop } from "./workshop.ts";

export interface WorkerSetting {
  readonly place: RedisPlace;
  /** Turns at a time. */
  readonly jobs: number;
  /** By the kind of run. */
  readonly performers: Readonly<Record<string, Performer>>;
  /** A worker that is silent for so long is taken for dead, and its jobs go to others. */
  readonly lockMs?: number;
  readonly notice: ConnectionNotice;
  /** Other than our own for tests only. */
  readonly version?: string;
}

/** Somebody who works at what is in the queue. */
export interface ClusterWorker {
  readonly name: string;
  /** Gives back what is under way, and goes. Resolves to what became of all that it sent. */
  close(): Promise<Answered>;
}

export const LOCK_MS = 10_000;
/** A job that made so many workers silent is left alone. */
const MAX_STALLED = 20;
/** For BullMQ to stop, and to take leave. */
const CLOSE_MS = 700;
/** How long failed jobs are kept, to be looked at. */
const KEPT_FAILURES = { age: 24 * 3_600, count: 1_000 };

/** Joins the cluster. BullMQ gives out the jobs, renews their locks, and finds those of workers that died. */
export async function startWorker(setting: WorkerSetting): Promise<ClusterWorker> {
  const { place, jobs, performers, notice, lockMs = LOCK_MS } = setting;
  const names = namesOf(setting.version);
  const name = `${hostname().slice(0, 100)}-${process.pid}-${randomBytes(4).toString("hex")}`;
  const redis = connect(place, notice);
  const going = new AbortController();
  setMaxListeners(0, going.signal);
  const runs = new OpenRuns({
    performers,
    blobs: new Blobs(redis, names),
    storeOf: (run) => new RunStore(redis, names, run),
    seed: randomInt(2 ** 31),
    going: going.signal,
    trouble: (error) => notice(`${scrubbed(error, place)}; what is to be sent is kept`),
  });
  const workshop = new Workshop({ worker: name, version: names.version, runs, jobs, going: going.signal });
  const connection = newRedis(place);
  connection.on("error", () => {});
  await Promise.all([redis, connection].map(whenReady));
  const work: Workshop["work"] = async (job) => {
    await workshop.work(job);
    worker.concurrency = workshop.concurrency;
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
  // The other connection tells of outages; a lock that was lost is somebody else's turn.
  worker.on("error", () => {});
  await worker.waitUntilReady();
  void worker.run();
  return {
    name,
    async close() {
      going.abort();
      // BullMQ may wait for ever for a connection that was just lost: what matters is that our turns have ended.
      await within(CLOSE_MS, worker.pause(true));
      await workshop.idle();
      await within(CLOSE_MS, worker.close());
      await runs.closeAll();
      redis.disconnect();
      connection.disconnect();
      return runs.answered;
    },
  };
}

/** Resolves when it does, and after so long at the latest. */
async function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise.catch(() => {}), late]);
  clearTimeout(timer);
}
