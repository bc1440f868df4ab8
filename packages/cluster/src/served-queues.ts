import { type Job, type Processor, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { PREFIX, type StoredResult } from "./documents.ts";

/** A queue that the worker serves, the jobs that it has from it, and those of them that have a slot. */
export interface ServedQueue {
  /** Each fetches one job after the other; over a slow link several fill the slots sooner. */
  readonly fetchers: readonly Worker[];
  held: number;
  running: number;
}

interface ServingSetting {
  readonly redis: Redis;
  /** The name of the worker. */
  readonly name: string;
  readonly slots: number;
  readonly lockMs: number;
  process(job: Job<unknown>, token: string, queue: ServedQueue): Promise<StoredResult>;
  /** Called when another worker has the jobs. */
  lost(ids: readonly string[]): void;
  /** Called when a job has failed for the last time. */
  failed(job: Job<unknown>): void;
  trouble(error: unknown): void;
}

/** The number of further workers that may die during a job before it fails: with the first, three. */
const MAX_STALLED = 2;
const MAX_QUEUES = 64;
/** BullMQ retries what failed because of the connection after this time. */
const RETRY_MS = 1_000;
/** Round trips from which on several fetchers serve a queue. */
const SLOW_LINK_MS = 20;
const MAX_FETCHERS = 4;
/** Points of BullMQ's own metrics, one a minute. */
const METRICS = { maxDataPoints: 60 * 24 };

/** The queues of a worker. BullMQ gives out their jobs, renews the locks, and finds the jobs of workers that died. */
export class ServedQueues {
  private readonly setting: ServingSetting;
  private readonly queues = new Map<string, ServedQueue>();

  constructor(setting: ServingSetting) {
    this.setting = setting;
  }

  get names(): string[] {
    return [...this.queues.keys()];
  }

  get isIdle(): boolean {
    return [...this.queues.values()].every(({ held }) => held === 0);
  }

  open(name: string, latencyMs: number): void {
    if (this.queues.size >= MAX_QUEUES || this.queues.has(name)) return;
    const { slots } = this.setting;
    const count = latencyMs > SLOW_LINK_MS ? Math.min(MAX_FETCHERS, slots) : 1;
    const process: Processor<unknown, StoredResult> = (job, token) =>
      this.setting.process(job, token!, queue);
    const fetchers = Array.from({ length: count }, () => this.newFetcher(name, process));
    const queue: ServedQueue = { fetchers, held: 0, running: 0 };
    this.queues.set(name, queue);
  }

  /** Stops serving all queues but these, unless it has jobs from them. */
  async closeOthers(wanted: ReadonlySet<string>): Promise<void> {
    for (const [name, { fetchers, held }] of this.queues) {
      if (wanted.has(name) || held > 0) continue;
      this.queues.delete(name);
      await Promise.all(fetchers.map((fetcher) => fetcher.close()));
    }
  }

  /**
   * Sets how many jobs each queue may hold: those under way, those for free slots, and some ahead, which begin without
   * waiting for Redis: the more, the longer the round trip is compared with a job.
   */
  adjust(busy: number, latencyMs: number, meanMs: number): void {
    const { slots } = this.setting;
    const share = Math.min(1, (4 * latencyMs) / meanMs);
    const ahead = share < 0.02 ? 0 : Math.ceil(share * slots);
    for (const { fetchers, running } of this.queues.values()) {
      const each = Math.ceil((running + slots - busy + ahead) / fetchers.length);
      for (const fetcher of fetchers) fetcher.concurrency = Math.max(1, each);
    }
  }

  async pause(): Promise<void> {
    await Promise.all(this.fetchers.map((fetcher) => fetcher.pause(true)));
  }

  async close(): Promise<void> {
    await Promise.all(this.fetchers.map((fetcher) => fetcher.close()));
  }

  private get fetchers(): Worker[] {
    return [...this.queues.values()].flatMap(({ fetchers }) => fetchers);
  }

  private newFetcher(name: string, process: Processor<unknown, StoredResult>): Worker {
    const { redis, lockMs, trouble, lost, failed } = this.setting;
    const fetcher = new Worker(name, process, {
      connection: redis,
      prefix: PREFIX,
      name: this.setting.name,
      lockDuration: lockMs,
      stalledInterval: Math.ceil(lockMs / 2),
      maxStalledCount: MAX_STALLED,
      runRetryDelay: RETRY_MS,
      metrics: METRICS,
      skipVersionCheck: true,
    });
    fetcher.on("error", trouble);
    fetcher.on("failed", (job) => job?.finishedOn !== undefined && failed(job));
    return fetcher.on("lockRenewalFailed", lost);
  }
}
