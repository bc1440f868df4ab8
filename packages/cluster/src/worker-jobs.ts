import { type Job, UnrecoverableError, WaitingError } from "bullmq";
import type { Redis } from "ioredis";
import type { Blobs } from "./blobs.ts";
import { jobSchema, keys, MAX_INLINE, type StoredResult } from "./documents.ts";
import type { ServedQueue } from "./served-queues.ts";
import { type OpenRun, TrialHandle, type WorkerRuns } from "./worker-runs.ts";

/** Counts since the start, for `/metrics`. */
export interface WorkerCounts {
  /** Jobs with a result. */
  finished: number;
  /** Trials that were cut, where the executor counts them. */
  cut: number;
  /** Jobs whose executor threw an error. */
  failed: number;
  /** Jobs that went back to the queue for other workers. */
  handedBack: number;
  /** The last round trip to Redis. */
  latencyMs: number;
}

interface JobsSetting {
  /** The name of the worker. */
  readonly name: string;
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly runs: WorkerRuns;
  readonly counts: WorkerCounts;
  isIdle(): boolean;
  /** Called when a slot was taken or became free. */
  adjust(): void;
}

/** Executes the jobs of a worker in its slots. */
export class WorkerJobs {
  readonly slots: Slots;
  /** The mean time for which the newest jobs had a slot. */
  meanMs = Infinity;
  /** Jobs that have no slot yet are handed back. */
  isDraining = false;
  /** Jobs under way are handed back, too. */
  isLeaving = false;
  private readonly setting: JobsSetting;
  private onIdle: (() => void)[] = [];

  constructor(slots: number, setting: JobsSetting) {
    this.slots = new Slots(slots);
    this.setting = setting;
  }

  /** Resolves when no job is under way. */
  idle(): Promise<void> {
    if (this.setting.isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.onIdle.push(resolve));
  }

  async process(job: Job<unknown>, token: string, queue: ServedQueue): Promise<StoredResult> {
    const { runs, name: worker, isIdle } = this.setting;
    const read = jobSchema.safeParse(job.data);
    if (!read.success || job.id === undefined) throw new UnrecoverableError("the job cannot be read");
    queue.held += 1;
    try {
      const run = await runs.open(read.data.run, read.data.epoch);
      if (run === undefined) return { worker, dropped: true };
      const trial = new TrialHandle(job.id, (message) => this.send(run.name, message));
      run.trials.set(trial.id, trial);
      try {
        const done = await this.execute(trial, read.data.work, run, queue);
        return done === undefined
          ? await this.leave(job, token, run)
          : await this.report(trial.id, run, done);
      } finally {
        run.trials.delete(trial.id);
      }
    } catch (error) {
      if (!(error instanceof WaitingError)) this.setting.counts.failed += 1;
      throw error;
    } finally {
      queue.held -= 1;
      if (isIdle()) for (const wake of this.onIdle.splice(0)) wake();
    }
  }

  /** Reports to the deciding process that a job has failed at three workers. */
  reportFailure({ id, data }: Job<unknown>): void {
    const run = jobSchema.safeParse(data).data?.run;
    if (run !== undefined && id !== undefined) this.send(run, { failed: id });
  }

  /** Executes the job when a slot is free. Resolves to undefined if it was not executed, or not to its end. */
  private async execute(trial: TrialHandle, work: unknown, run: OpenRun, queue: ServedQueue) {
    const { counts, adjust } = this.setting;
    const slot = this.isDraining ? undefined : await this.slots.acquire(run.work.slotOf?.(work), trial.stop);
    if (slot === undefined) return undefined;
    trial.slot = slot;
    const began = performance.now();
    let value: unknown;
    queue.running += 1;
    adjust();
    try {
      value = await run.work.execute(work, trial);
    } finally {
      this.slots.release(slot);
      queue.running -= 1;
      adjust();
    }
    const ms = performance.now() - began;
    this.meanMs = this.meanMs === Infinity ? ms : 0.9 * this.meanMs + 0.1 * ms;
    if (trial.isLost) throw new Error("another worker has the job by now");
    if (this.isLeaving && trial.stop.aborted && !run.isStopped) return undefined;
    counts.finished += 1;
    if (trial.isCut) counts.cut += 1;
    return { ms, value };
  }

  /** Sends a message to the deciding process, which looks up what it misses. */
  private send(run: string, message: unknown): void {
    this.setting.redis.publish(keys.reports(run), JSON.stringify(message)).catch(() => {});
  }

  /** The result goes to the deciding process by a message, and into the job, in case the message is lost. */
  private async report(
    id: string,
    run: OpenRun,
    { ms, value }: { readonly ms: number; readonly value: unknown },
  ): Promise<StoredResult> {
    const { name: worker, blobs } = this.setting;
    const text = JSON.stringify(value ?? null);
    const result: StoredResult =
      text.length <= MAX_INLINE
        ? { worker, ms, value: JSON.parse(text) }
        : { worker, ms, blob: await blobs.send(Buffer.from(text)) };
    // BullMQ has already sent the result, so that the deciding process can delete the job.
    setImmediate(() => this.send(run.name, { finished: id, result }));
    return result;
  }

  /** Returns a job that was not executed to the queue, for another worker, unless it or its run was stopped. */
  private async leave(job: Job<unknown>, token: string, run: OpenRun): Promise<StoredResult> {
    const isCancelled = !(this.isDraining || this.isLeaving);
    if (run.isStopped || isCancelled) return { worker: this.setting.name, dropped: true };
    this.setting.counts.handedBack += 1;
    await job.moveToWait(token);
    throw new WaitingError();
  }
}

/** The slots of a worker, numbered from 0. Those that wait are served in order. */
class Slots {
  private readonly free: Set<number>;
  private readonly waiting: { readonly wanted: number | undefined; take(slot: number | undefined): void }[] =
    [];
  readonly count: number;

  constructor(count: number) {
    this.count = count;
    this.free = new Set(Array.from({ length: count }, (_, slot) => slot));
  }

  get busy(): number {
    return this.count - this.free.size;
  }

  /** Resolves to a free slot, or to the one that is `wanted` when it is free; undefined if `stop` comes before. */
  acquire(wanted: number | undefined, stop: AbortSignal): Promise<number | undefined> {
    if (stop.aborted) return Promise.resolve(undefined);
    const slot = wanted ?? this.free.values().next().value;
    if (slot !== undefined && this.free.delete(slot)) return Promise.resolve(slot);
    return new Promise((take) => {
      const entry = { wanted, take };
      this.waiting.push(entry);
      stop.addEventListener("abort", () => {
        const place = this.waiting.indexOf(entry);
        if (place >= 0) this.waiting.splice(place, 1);
        take(undefined);
      });
    });
  }

  release(slot: number): void {
    const next = this.waiting.findIndex(({ wanted }) => wanted === undefined || wanted === slot);
    if (next < 0) this.free.add(slot);
    else this.waiting.splice(next, 1)[0].take(slot);
  }
}
