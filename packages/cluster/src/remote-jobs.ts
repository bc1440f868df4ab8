import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { Blobs } from "./blobs.ts";
import {
  DAY_S,
  jobId,
  queueName,
  resultSchema,
  type StoredResult,
  type TrialJob,
  VERSION,
} from "./documents.ts";
import { openQueue } from "./fleet.ts";

/** What came of a job. It is dropped if the run was stopped before it began, and lost with the worker it was for. */
export type RemoteResult =
  | { readonly kind: "value"; readonly worker: string; readonly ms: number; readonly value: unknown }
  | { readonly kind: "dropped" }
  | { readonly kind: "lost" }
  | { readonly kind: "failed"; readonly reason: string };

/** A job that is out. Its id changes when it has to be sent again. */
export interface RemoteJob {
  readonly id: string;
  readonly result: Promise<RemoteResult>;
}

export interface JobOptions {
  /** The only worker that may execute it. */
  readonly worker?: string | undefined;
  /** Called when it begins, if its executor reports that. */
  onStart?(): void;
}

interface PendingJob extends JobOptions {
  id: string;
  readonly work: unknown;
  /** When it was last sent or looked up. */
  since: number;
  isCancelled?: boolean;
  resolve(result: RemoteResult): void;
  reject(error: unknown): void;
}

interface JobsSetting {
  readonly run: string;
  readonly epoch: string;
  readonly kind: string;
  readonly queue: string;
  /** BullMQ's: 0 goes first. */
  readonly priority: number;
}

/** Jobs that are read or removed at a time. */
const PART = 200;
/** Errors of Redis that pass: it is loading, or another master is being chosen. */
const PASSING = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY)/;
const RETRY_MS = 500;
const LEFTOVER_MS = 30;

/** The jobs of a run that are out. A job and its result stay in Redis until `forget`. */
export class RemoteJobs {
  readonly blobs: Blobs;
  /** When the run is stopped, a job that a worker has dropped is not sent again. */
  isStopped = false;
  /** The mean time for which jobs had a slot, of the newest ten or so. */
  meanMs = Infinity;
  private readonly redis: Redis;
  private readonly setting: JobsSetting;
  private readonly queues = new Map<string, Queue>();
  private readonly pending = new Map<string, PendingJob>();
  /** Jobs that are over and could not be removed yet, and the workers they were for. */
  private readonly leftovers = new Map<string, string | undefined>();
  private adding: PendingJob[] = [];
  private isRemoving = false;
  private count = 0;

  constructor(redis: Redis, setting: JobsSetting) {
    this.redis = redis;
    this.setting = setting;
    this.blobs = new Blobs(redis);
  }

  get out(): number {
    return this.pending.size;
  }

  submit(work: unknown, options: JobOptions): RemoteJob {
    let job: PendingJob | undefined;
    const result = new Promise<RemoteResult>((resolve, reject) => {
      if (this.isStopped) return resolve({ kind: "dropped" });
      job = { ...options, id: this.nextId(), work, since: performance.now(), resolve, reject };
      this.pending.set(job.id, job);
      this.add(job);
    });
    return {
      result,
      get id() {
        return job?.id ?? "";
      },
    };
  }

  started(id: string): void {
    this.pending.get(id)?.onStart?.();
  }

  async finish(id: string, stored: StoredResult): Promise<void> {
    const job = this.pending.get(id);
    if (job === undefined) return;
    if ("dropped" in stored) {
      if (this.isStopped || job.isCancelled) this.settle(id, { kind: "dropped" });
      else this.submitAgain(job);
      return;
    }
    const { worker, ms } = stored;
    this.meanMs = this.meanMs === Infinity ? ms : 0.9 * this.meanMs + 0.1 * ms;
    if ("value" in stored) {
      this.settle(id, { kind: "value", worker, ms, value: stored.value });
      return;
    }
    const bytes = await this.blobs.receive(stored.blob);
    const value = bytes === undefined ? undefined : parsed(bytes.toString());
    this.blobs.forget(stored.blob).catch(() => {});
    if (!this.pending.has(id)) return;
    if (value === undefined) this.submitAgain(job);
    else this.settle(id, { kind: "value", worker, ms, value });
  }

  /**
   * Reads the results of jobs that have been out for so long: messages may have been lost. A job that is gone is sent
   * again.
   */
  async lookUp(olderThanMs: number, ids: Iterable<string> = this.pending.keys()): Promise<void> {
    const now = performance.now();
    const known = [...ids].map((id) => this.pending.get(id)).filter((job) => job !== undefined);
    const old = known.filter(({ since }) => now - since >= olderThanMs);
    await inParts(old, async (job) => {
      job.since = performance.now();
      const { id } = job;
      const found = await this.queueOf(job.worker).getJob(id);
      if (!this.pending.has(id) || this.adding.includes(job)) return;
      if (found === undefined) this.submitAgain(job);
      else if (found.finishedOn !== undefined && found.failedReason) {
        this.settle(id, { kind: "failed", reason: found.failedReason });
        this.forget(id);
      } else if (found.finishedOn !== undefined) {
        const result = resultSchema.safeParse(found.returnvalue);
        if (result.success) await this.finish(id, result.data);
        else this.settle(id, { kind: "failed", reason: "its result cannot be read" });
      }
    });
  }

  /** Drops those of these jobs that no worker has; of all, if none are named. The others have a result later. */
  async drop(ids: readonly string[] = [...this.pending.keys()]): Promise<void> {
    await inParts(ids, async (id) => {
      const job = this.pending.get(id);
      if (job === undefined) return;
      job.isCancelled = true;
      if (await this.remove(id, job.worker)) this.settle(id, { kind: "dropped" });
    });
  }

  /** Ends the wait for jobs that were for workers which are gone. */
  dropLost(live: ReadonlySet<string>): void {
    for (const { id, worker } of [...this.pending.values()]) {
      if (worker !== undefined && !live.has(worker)) this.settle(id, { kind: "lost" });
    }
  }

  /** Rejects all jobs. */
  fail(error: Error): void {
    for (const job of this.pending.values()) job.reject(error);
    this.pending.clear();
  }

  /** Deletes a job whose result is recorded. */
  forget(id: string, worker?: string): void {
    this.leftovers.set(id, worker);
    if (this.isRemoving) return;
    this.isRemoving = true;
    setImmediate(() => {
      this.removeLeftovers()
        .catch(() => {})
        .finally(() => {
          this.isRemoving = false;
        });
    });
  }

  /** Returns the jobs that are over and that a worker executes all the same. */
  async removeLeftovers(): Promise<string[]> {
    const before = [...this.leftovers];
    await inParts(before, async ([id, worker]) => {
      if (await this.remove(id, worker)) this.leftovers.delete(id);
    });
    return before.map(([id]) => id).filter((id) => this.leftovers.has(id));
  }

  /** Drops all jobs, and removes what can be removed of them. */
  async close(): Promise<void> {
    for (const { id, worker } of this.pending.values()) this.leftovers.set(id, worker);
    for (const id of [...this.pending.keys()]) this.settle(id, { kind: "dropped" });
    // A job whose result came by message is over at its worker a moment later.
    for (let left = 5; left > 0 && (await this.removeLeftovers()).length > 0; left--) {
      await new Promise((resolve) => setTimeout(resolve, LEFTOVER_MS));
    }
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private queueOf(worker: string | undefined): Queue {
    const own = { labels: [], programs: [], reads: false, worker };
    const name = worker === undefined ? this.setting.queue : queueName(own);
    const known = this.queues.get(name) ?? openQueue(this.redis, name);
    this.queues.set(name, known);
    return known;
  }

  private nextId(): string {
    return jobId(this.setting.run, this.setting.epoch, ++this.count);
  }

  /** Jobs of the same moment are sent together. */
  private add(job: PendingJob): void {
    if (this.adding.length === 0) setImmediate(() => void this.send(this.adding.splice(0)));
    this.adding.push(job);
  }

  private async send(jobs: readonly PendingJob[]): Promise<void> {
    for (const worker of new Set(jobs.map((job) => job.worker))) {
      const some = jobs.filter((job) => job.worker === worker);
      try {
        await this.queueOf(worker).addBulk(some.map((job) => this.bulkJob(job)));
      } catch (error) {
        if (error instanceof Error && PASSING.test(error.message)) {
          setTimeout(() => void this.send(some), RETRY_MS).unref();
        } else for (const job of some) if (this.pending.delete(job.id)) job.reject(error);
      }
    }
  }

  private bulkJob({ id, work }: PendingJob) {
    const { run, epoch, kind, priority } = this.setting;
    const data: TrialJob = { version: VERSION, run, epoch, work };
    const kept = { removeOnComplete: { age: DAY_S }, removeOnFail: { age: DAY_S } };
    return {
      name: kind,
      data,
      opts: { jobId: id, attempts: 3, ...kept, ...(priority === 0 ? {} : { priority }) },
    };
  }

  /** A job that Redis has lost, or that a worker dropped by mistake, gets a new id, so that late results are told apart. */
  private submitAgain(job: PendingJob): void {
    this.pending.delete(job.id);
    this.forget(job.id, job.worker);
    job.id = this.nextId();
    job.since = performance.now();
    this.pending.set(job.id, job);
    this.add(job);
  }

  private settle(id: string, result: RemoteResult): void {
    const job = this.pending.get(id);
    this.pending.delete(id);
    job?.resolve(result);
  }

  private async remove(id: string, worker: string | undefined): Promise<boolean> {
    return (await this.queueOf(worker).remove(id)) === 1;
  }
}

async function inParts<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += PART) {
    await Promise.all(items.slice(from, from + PART).map(act));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
