import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { z } from "zod";
import { Blobs } from "./blobs.ts";
import { type ConnectionNotice, errorText } from "./connection.ts";
import {
  DAY_S,
  jobId,
  ownQueueOf,
  parseDocument,
  resultSchema,
  type StoredResult,
  type TrialJob,
  VERSION,
} from "./documents.ts";
import { expireJobs, inParts, openQueue } from "./fleet.ts";

/** The result of a job: `dropped` if the run was stopped before it began, `lost` if its worker is gone. */
export type RemoteResult =
  | { readonly kind: "value"; readonly worker: string; readonly ms: number; readonly value: unknown }
  | { readonly kind: "dropped" }
  | { readonly kind: "lost" }
  | { readonly kind: "failed"; readonly reason: string };

/** A job that is out. Its id changes when it has to be sent again. */
export interface RemoteJob {
  readonly id: string;
  /** Resolves to the result; rejects if the run cannot go on. */
  readonly result: Promise<RemoteResult>;
}

interface JobOptions {
  /** The only worker that may execute it. */
  readonly worker?: string | undefined;
  /** Called when it begins, if its executor reports that. */
  onStart?(): void;
}

interface PendingJob extends JobOptions {
  id: string;
  result: Promise<RemoteResult>;
  readonly work: unknown;
  /** The time at which it was last sent or looked up. */
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
  readonly notice: ConnectionNotice;
}

/** Errors of Redis that pass: it is loading, or another master is being chosen. */
const PASSING = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY)/;
const RETRY_MS = 500;
/** Jobs that are over are deleted together, and again after a while if a worker still had them. */
const FORGET_MS = 50;
const LEFTOVER_MS = 30;
/**
 * A job that failed is tried again after a pause, so that another worker has a chance. Finished jobs are kept until they
 * are recorded, and for a day if the deciding process is gone.
 */
const JOB_OPTIONS = {
  attempts: 3,
  backoff: { type: "fixed", delay: RETRY_MS },
  removeOnComplete: { age: DAY_S },
  removeOnFail: { age: DAY_S },
};

/** The jobs of a run that are out. A job and its result stay in Redis until `forget`. */
export class RemoteJobs {
  /** Bytes that jobs share, such as formulas. */
  readonly blobs: Blobs;
  /** When the run is stopped, a job that a worker has dropped is not sent again. */
  isStopped = false;
  /** The mean time for which jobs had a slot, of the newest ten or so. */
  meanMs = Infinity;
  private readonly redis: Redis;
  private readonly setting: JobsSetting;
  private readonly queues = new Map<string, Queue>();
  private readonly pending = new Map<string, PendingJob>();
  /** Jobs that are over and could not be removed yet. */
  private readonly leftovers = new Set<string>();
  private adding: PendingJob[] = [];
  private isRemoving = false;
  private count = 0;

  constructor(redis: Redis, setting: JobsSetting) {
    this.redis = redis;
    this.setting = setting;
    this.blobs = new Blobs(redis);
  }

  /** The number of jobs without a result. */
  get out(): number {
    return this.pending.size;
  }

  /** Sends a job. Jobs of the same moment are sent together. */
  submit(work: unknown, options: JobOptions = {}): RemoteJob {
    const job = { ...options, id: "", work } as PendingJob;
    job.result = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
    if (this.isStopped) job.resolve({ kind: "dropped" });
    else this.add(job);
    return job;
  }

  /** Reports that a worker has begun a job. */
  started(id: string): void {
    this.pending.get(id)?.onStart?.();
  }

  /** Takes the stored result of a job. */
  async finish(id: string, stored: StoredResult): Promise<void> {
    const job = this.pending.get(id);
    if (job === undefined) return;
    if ("dropped" in stored) {
      if (this.isStopped || job.isCancelled) this.settle(id, { kind: "dropped" });
      // After a pause, since the worker would drop it again at once if Redis has lost the run.
      else setTimeout(() => this.pending.has(id) && this.addAgain(job), RETRY_MS).unref();
      return;
    }
    const { worker, ms } = stored;
    this.meanMs = this.meanMs === Infinity ? ms : 0.9 * this.meanMs + 0.1 * ms;
    if ("value" in stored) {
      this.settle(id, { kind: "value", worker, ms, value: stored.value });
      return;
    }
    const bytes = await this.blobs.receive(stored.blob);
    const value = parseDocument(z.unknown(), bytes?.toString());
    this.blobs.forget(stored.blob).catch(() => {});
    if (!this.pending.has(id)) return;
    if (value === undefined) this.addAgain(job);
    else this.settle(id, { kind: "value", worker, ms, value });
  }

  /**
   * Reads the results of jobs that have been out for this long, since messages may have been lost. A job that is gone
   * is sent again.
   */
  async lookUp(olderThanMs: number, ids: Iterable<string> = this.pending.keys()): Promise<void> {
    const now = performance.now();
    const known = [...ids].map((id) => this.pending.get(id)).filter((job) => job !== undefined);
    const old = known.filter(({ since }) => now - since >= olderThanMs);
    await inParts(old, (job) => this.lookUpOne(job));
  }

  /** Drops those of the named jobs, by default of all, that no worker has. The others get a result later. */
  async drop(ids: readonly string[] = [...this.pending.keys()]): Promise<void> {
    await inParts(ids, async (id) => {
      const job = this.pending.get(id);
      if (job === undefined) return;
      job.isCancelled = true;
      if (await this.remove(id)) this.settle(id, { kind: "dropped" });
    });
  }

  /** Gives the result `lost` to jobs whose worker is gone. */
  dropLost(live: ReadonlySet<string>): void {
    for (const { id, worker } of [...this.pending.values()]) {
      if (worker !== undefined && !live.has(worker)) this.settle(id, { kind: "lost" });
    }
  }

  /** Rejects all jobs; they are deleted. */
  fail(error: Error): void {
    for (const { id, reject } of this.pending.values()) {
      this.leftovers.add(id);
      reject(error);
    }
    this.pending.clear();
  }

  /** Deletes a job whose result is recorded. */
  forget(id: string): void {
    this.leftovers.add(id);
    if (this.isRemoving) return;
    this.isRemoving = true;
    setTimeout(async () => {
      await this.removeLeftovers().catch(() => {});
      this.isRemoving = false;
    }, FORGET_MS).unref();
  }

  /** Removes the jobs that are over, and returns those that a worker still executes. */
  async removeLeftovers(): Promise<string[]> {
    const before = [...this.leftovers];
    await inParts(before, async (id) => {
      if (await this.remove(id)) this.leftovers.delete(id);
    });
    return before.filter((id) => this.leftovers.has(id));
  }

  /** Drops all jobs, and removes what can be removed of them. */
  async close(): Promise<void> {
    for (const id of [...this.pending.keys()]) {
      this.leftovers.add(id);
      this.settle(id, { kind: "dropped" });
    }
    // A job whose result came by message is over at its worker a moment later.
    for (let left = 5; left > 0 && (await this.removeLeftovers()).length > 0; left--) {
      await new Promise((resolve) => setTimeout(resolve, LEFTOVER_MS));
    }
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private async lookUpOne(job: PendingJob): Promise<void> {
    job.since = performance.now();
    const { id } = job;
    // A job that BullMQ cannot read counts as gone.
    const found = await this.queueOf(id)
      .getJob(id)
      .catch((error) => (error instanceof SyntaxError ? undefined : Promise.reject(error)));
    const isOver = found?.finishedOn !== undefined;
    const state = isOver ? "finished" : await found?.getState();
    if (!this.pending.has(id) || this.adding.includes(job)) return;
    if (found === undefined || state === "unknown") return this.addAgain(job);
    await expireJobs(this.redis, this.queueOf(id), [id]);
    if (!this.pending.has(id)) return;
    if (isOver) {
      const result = resultSchema.safeParse(found.returnvalue);
      const reason = found.failedReason || "its result cannot be read";
      if (result.success && !found.failedReason) return this.finish(id, result.data);
      this.settle(id, { kind: "failed", reason });
      this.forget(id);
    }
  }

  private queueOf(id: string): Queue {
    const name = ownQueueOf(id) ?? this.setting.queue;
    const known = this.queues.get(name) ?? openQueue(this.redis, name);
    this.queues.set(name, known);
    return known;
  }

  /** Gives the job a new id and sends it, with the others of the same moment. */
  private add(job: PendingJob): void {
    const { run, epoch } = this.setting;
    job.id = jobId(run, epoch, ++this.count, job.worker);
    job.since = performance.now();
    this.pending.set(job.id, job);
    if (this.adding.length === 0) setImmediate(() => void this.send(this.adding.splice(0)));
    this.adding.push(job);
  }

  /** Sends a job again that Redis has lost, or that a worker dropped by mistake. Late results have the old id. */
  private addAgain(job: PendingJob): void {
    this.pending.delete(job.id);
    this.forget(job.id);
    this.add(job);
  }

  private async send(jobs: readonly PendingJob[]): Promise<void> {
    const { run, epoch, kind: name, priority, notice } = this.setting;
    for (const queue of new Set(jobs.map(({ id }) => this.queueOf(id)))) {
      const some = jobs.filter(({ id }) => this.queueOf(id) === queue);
      const bulk = some.map(({ id: jobId, work }) => {
        const data: TrialJob = { version: VERSION, run, epoch, work };
        return { name, data, opts: { jobId, ...JOB_OPTIONS, ...(priority === 0 ? {} : { priority }) } };
      });
      try {
        await queue.addBulk(bulk);
        await expireJobs(
          this.redis,
          queue,
          bulk.map(({ opts }) => opts.jobId),
        );
      } catch (error) {
        if (PASSING.test(errorText(error))) {
          notice(`${errorText(error)}; trying again`);
          setTimeout(() => void this.send(some), RETRY_MS).unref();
        } else for (const job of some) if (this.pending.delete(job.id)) job.reject(error);
      }
    }
  }

  private settle(id: string, result: RemoteResult): void {
    const job = this.pending.get(id);
    this.pending.delete(id);
    job?.resolve(result);
  }

  private async remove(id: string): Promise<boolean> {
    return (await this.queueOf(id).remove(id)) === 1;
  }
}
