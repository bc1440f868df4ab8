import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Redis } from "ioredis";
import { Blobs } from "./blobs.ts";
import {
  type ConnectionNotice,
  connectRedis,
  onceAMinute,
  type RedisPlace,
  whenReady,
  withoutSecrets,
} from "./connection.ts";
import {
  DAY_S,
  keys,
  ownNeeds,
  parseDocument,
  type QueueNeeds,
  queueName,
  queueSchema,
  VERSION,
  type WorkerInfo,
} from "./documents.ts";
import { deleteQueue, deleteUnusedQueues, expireQueue } from "./fleet.ts";
import { ServedQueues } from "./served-queues.ts";
import { type WorkerCounts, WorkerJobs } from "./worker-jobs.ts";
import { WorkerRuns, type WorkKind } from "./worker-runs.ts";

/** The options of `startClusterWorker`. */
export interface WorkerSetting {
  /** The address of Redis. */
  readonly place: RedisPlace;
  /** Jobs at a time. */
  readonly slots: number;
  /** The labels, for runs that need them. */
  readonly labels: readonly string[];
  /** Programs that it may run, as `cluster status` shows them. */
  readonly programs: readonly string[];
  /** The executors by the kind of run. */
  readonly kinds: Readonly<Record<string, WorkKind>>;
  /** Returns why this worker cannot serve a queue with these needs; undefined if it can. */
  refusal(needs: QueueNeeds): string | undefined;
  /** The time, in ms, without a sign of life after which a worker counts as dead and its jobs go to others. */
  readonly lockMs: number;
  /** Takes a sentence for the user when the connection is lost or back. */
  readonly notice: ConnectionNotice;
  /** Called if the DB can no longer be selected, as after a restart of Redis with fewer of them: the worker cannot go on. */
  readonly onRefused?: (error: RangeError) => void;
}

/** A worker that has joined the cluster. */
export interface ClusterWorker {
  /** The name in `cluster status`, from the host and the process. */
  readonly name: string;
  /** The counts for `/metrics`. */
  readonly counts: WorkerCounts;
  /** False while Redis cannot be reached. */
  readonly isConnected: boolean;
  /** Returns how the worker describes itself to the others. */
  info(): WorkerInfo;
  /** Serves its own queue from now on, for jobs that need what this worker keeps. */
  openOwnQueue(): void;
  /** Takes no more jobs. Resolves when the running ones are over. */
  drain(): Promise<void>;
  /** Hands running jobs back and leaves the cluster. */
  close(): Promise<void>;
}

const HEARTBEAT_MS = 3_000;
const SILENT_S = 15;
/** The interval at which unused queues are deleted. */
const CLEAN_MS = 600_000;
/** How long BullMQ may take to pause, and to close. */
const CLOSE_MS = 700;
/** Errors that need no report: the connection reports outages itself, and a lost lock is that of another worker's job. */
const KNOWN = /Missing lock|Missing key|could not renew lock|Connection is closed/i;

/** Joins the cluster. BullMQ gives out the jobs, renews their locks, and finds those of workers that died. */
export async function startClusterWorker(setting: WorkerSetting): Promise<ClusterWorker> {
  const worker = new RemoteWorker(setting);
  try {
    await worker.start();
  } catch (error) {
    worker.disconnect();
    throw error;
  }
  return worker;
}

class RemoteWorker implements ClusterWorker {
  readonly name = `${hostname()
    .replaceAll(/[^A-Za-z0-9_.-]/g, "-")
    .slice(0, 60)}-${process.pid}-${randomBytes(3).toString("hex")}`;
  private readonly ownQueue = queueName(ownNeeds(this.name));
  readonly counts: WorkerCounts = { finished: 0, cut: 0, failed: 0, handedBack: 0, latencyMs: 0 };
  private readonly setting: WorkerSetting;
  private readonly redis: Redis;
  private readonly subscriber: Redis;
  private readonly blobs: Blobs;
  private readonly runs: WorkerRuns;
  private readonly jobs: WorkerJobs;
  private readonly queues: ServedQueues;
  private readonly refused = new Set<string>();
  private readonly notice: ConnectionNotice;
  private hasOwnQueue = false;
  private timers: NodeJS.Timeout[] = [];

  constructor(setting: WorkerSetting) {
    this.setting = setting;
    this.notice = onceAMinute(setting.notice);
    this.redis = connectRedis(setting.place, setting.notice, setting.onRefused);
    this.subscriber = connectRedis(setting.place, () => {}, setting.onRefused);
    this.blobs = new Blobs(this.redis);
    this.runs = new WorkerRuns({
      redis: this.redis,
      subscriber: this.subscriber,
      kinds: setting.kinds,
      blobs: this.blobs,
    });
    const { name, redis, blobs, runs, counts } = this;
    const asked = { isIdle: () => this.queues.isIdle, adjust: () => this.adjust() };
    this.jobs = new WorkerJobs(setting.slots, { name, redis, blobs, runs, counts, ...asked });
    this.queues = new ServedQueues({
      redis: this.redis,
      name: this.name,
      slots: setting.slots,
      lockMs: setting.lockMs,
      process: (job, token, queue) => this.jobs.process(job, token, queue),
      lost: (ids) => void this.runs.lose(ids),
      failed: (job) => this.jobs.reportFailure(job),
      trouble: (error) => this.trouble(error),
    });
  }

  async start(): Promise<void> {
    await Promise.all([this.redis, this.subscriber].map(whenReady));
    this.subscriber.on("message", (channel: string, message: string) => {
      if (channel === keys.news) this.heartbeat();
      else this.runs.receive(channel, message).catch(() => {});
    });
    const began = performance.now();
    await this.subscriber.subscribe(keys.news);
    this.counts.latencyMs = performance.now() - began;
    await this.sayHello();
    this.timers = [
      setInterval(() => this.heartbeat(), HEARTBEAT_MS),
      setInterval(() => deleteUnusedQueues(this.redis).catch((error) => this.trouble(error)), CLEAN_MS),
    ];
    this.subscriber.on("ready", () => this.heartbeat());
  }

  get isConnected(): boolean {
    return this.redis.status === "ready";
  }

  info(): WorkerInfo {
    const { slots, labels, programs } = this.setting;
    return {
      name: this.name,
      version: VERSION,
      slots,
      busy: this.jobs.slots.busy,
      labels: [...labels],
      programs: [...programs],
      queues: this.queues.names,
      trials: this.counts.finished,
      draining: this.jobs.isDraining,
    };
  }

  openOwnQueue(): void {
    if (this.hasOwnQueue) return;
    this.hasOwnQueue = true;
    this.openQueue(this.ownQueue);
    this.heartbeat();
  }

  async drain(): Promise<void> {
    this.jobs.isDraining = true;
    // BullMQ may wait for ever for a lost connection.
    await within(CLOSE_MS, this.sayHello());
    await within(CLOSE_MS, this.queues.pause());
    await this.jobs.idle();
  }

  async close(): Promise<void> {
    this.jobs.isLeaving = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const run of await this.runs.all()) for (const trial of run.trials.values()) trial.abort();
    await this.drain();
    await within(CLOSE_MS, this.queues.close());
    await this.runs.closeAll();
    await within(CLOSE_MS, this.sayGoodbye());
    this.disconnect();
  }

  disconnect(): void {
    this.subscriber.disconnect();
    this.redis.disconnect();
  }

  private heartbeat(): void {
    this.sayHello().catch((error) => this.trouble(error));
  }

  /** Renews the description of this worker, opens the queues that it can serve, and reads the state of its runs. */
  private async sayHello(): Promise<void> {
    await this.openQueues();
    const began = performance.now();
    const hello = this.redis
      .multi()
      .set(keys.worker(this.name), JSON.stringify(this.info()), "EX", SILENT_S)
      .sadd(keys.workers, this.name)
      .expire(keys.workers, DAY_S);
    if (this.hasOwnQueue) {
      hello
        .hset(keys.queues, this.ownQueue, JSON.stringify(ownNeeds(this.name)))
        .expire(keys.queues, DAY_S)
        .set(keys.queueInUse(this.ownQueue), "1", "EX", DAY_S);
    }
    for (const queue of this.queues.names) expireQueue(hello, queue);
    for (const [error] of (await hello.exec()) ?? []) if (error !== null) throw error;
    this.counts.latencyMs = performance.now() - began;
    await this.runs.refreshAll();
  }

  private async sayGoodbye(): Promise<void> {
    const goodbye = this.redis.multi().del(keys.worker(this.name)).srem(keys.workers, this.name);
    // It may have handed jobs back.
    for (const queue of this.queues.names) expireQueue(goodbye, queue);
    await goodbye.exec();
    for (const queue of this.refused) await this.redis.hdel(keys.refusals(queue), this.name);
    if (this.hasOwnQueue) await deleteQueue(this.redis, this.ownQueue);
  }

  /** Opens the queues that it can serve, and publishes why it cannot serve the others. */
  private async openQueues(): Promise<void> {
    const all = await this.redis.hgetall(keys.queues);
    for (const [name, text] of Object.entries(all)) {
      const needs = parseDocument(queueSchema, text);
      if (needs === undefined || needs.worker !== undefined || queueName(needs) !== name) continue;
      if (!needs.labels.every((label) => this.setting.labels.includes(label))) continue;
      const reason = this.setting.refusal(needs);
      const key = keys.refusals(name);
      if (reason !== undefined) {
        this.refused.add(name);
        await this.redis.multi().hset(key, this.name, reason).expire(key, DAY_S).exec();
      } else {
        if (this.refused.delete(name)) await this.redis.hdel(key, this.name);
        this.openQueue(name);
      }
    }
    const own = this.hasOwnQueue ? [this.ownQueue] : [];
    await this.queues.closeOthers(new Set([...Object.keys(all), ...own]));
  }

  private openQueue(name: string): void {
    if (this.jobs.isDraining) return;
    this.queues.open(name, this.counts.latencyMs);
    this.adjust();
  }

  private adjust(): void {
    this.queues.adjust(this.jobs.slots.busy, this.counts.latencyMs, this.jobs.meanMs);
  }

  private trouble(error: unknown): void {
    const text = withoutSecrets(error, this.setting.place);
    if (this.redis.status === "ready" && !KNOWN.test(text)) this.notice(text);
  }
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
