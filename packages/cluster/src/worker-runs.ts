import { setMaxListeners } from "node:events";
import type { Redis } from "ioredis";
import type { Blobs } from "./blobs.ts";
import { controlSchema, keys, parseDocument, runSchema } from "./documents.ts";

/** Executes jobs of one kind of run. */
export interface WorkKind {
  /** Opens a run. What it throws is the reason for which its jobs fail. */
  open(run: WorkerRun): RunWork | Promise<RunWork>;
}

/** A run, as the executor of its kind sees it. */
export interface WorkerRun {
  readonly name: string;
  /** From outside: to be checked. */
  readonly detail: unknown;
  readonly blobs: Blobs;
}

/** Executes the jobs of one run. */
export interface RunWork {
  /** Resolves to the result, which JSON can hold. */
  execute(work: unknown, trial: TrialHandle): Promise<unknown>;
  /** The only slot in which a job can be executed; undefined if any will do. */
  slotOf?(work: unknown): number | undefined;
  close?(): void | Promise<void>;
}

/** A job under way. */
export interface TrialHandle {
  readonly id: string;
  readonly slot: number;
  /** Aborted when the job is to end: the run is stopped, the job is another worker's by now, or this worker leaves. */
  readonly stop: AbortSignal;
  /** The last cutoff that the deciding process sent. */
  readonly cutoff: number | undefined;
  /** Calls the listener whenever the cutoff has moved, until the function that it returns is called. */
  onMove(listener: () => void): () => void;
  /** Lets the deciding process know that it begins now. */
  started(): void;
  /** Counts it as cut, for `/metrics`. */
  countCut(): void;
}

/** A job that this worker has, from when it was taken from the queue. */
export class HeldTrial {
  readonly id: string;
  cutoff: number | undefined;
  isLost = false;
  private readonly aborter = new AbortController();
  private readonly listeners = new Set<() => void>();

  constructor(id: string) {
    this.id = id;
    setMaxListeners(0, this.aborter.signal);
  }

  get stop(): AbortSignal {
    return this.aborter.signal;
  }

  abort(): void {
    this.aborter.abort();
  }

  /** Ends it because another worker has it by now. */
  lose(): void {
    this.isLost = true;
    this.aborter.abort();
  }

  move(cutoff: number): void {
    this.cutoff = cutoff;
    for (const listener of [...this.listeners]) listener();
  }

  onMove(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** A run at which this worker works, in one epoch of it. */
export interface OpenRun {
  readonly name: string;
  readonly epoch: string;
  readonly work: RunWork;
  /** True when the run is over, was stopped or was started again: its jobs are to end. */
  isStopped: boolean;
  readonly trials: Map<string, HeldTrial>;
}

/** The runs of a worker: opened with their first job, watched for stops and moves, closed when they are over. */
export class WorkerRuns {
  private readonly redis: Redis;
  private readonly subscriber: Redis;
  private readonly kinds: Readonly<Record<string, WorkKind>>;
  private readonly blobs: Blobs;
  private readonly runs = new Map<string, Promise<OpenRun | undefined>>();

  constructor(redis: Redis, subscriber: Redis, kinds: Readonly<Record<string, WorkKind>>, blobs: Blobs) {
    this.redis = redis;
    this.subscriber = subscriber;
    this.kinds = kinds;
    this.blobs = blobs;
  }

  /** Opens the run; undefined if it has ended or was started again. */
  async open(name: string, epoch: string): Promise<OpenRun | undefined> {
    const known = await this.runs.get(name);
    if (known?.epoch === epoch) return known.isStopped ? undefined : known;
    if (known !== undefined) {
      // Another epoch: the newest one counts, and only Redis knows which that is.
      await this.refresh(known);
      if (!known.isStopped) return undefined;
      await this.close(known);
    }
    const opening = this.runs.get(name) ?? this.openNew(name, epoch);
    this.runs.set(name, opening);
    try {
      const run = await opening;
      if (run === undefined) this.runs.delete(name);
      return run?.epoch === epoch ? run : undefined;
    } catch (error) {
      this.runs.delete(name);
      throw error;
    }
  }

  /** Handles a message to the workers of a run. */
  async receive(channel: string, message: string): Promise<void> {
    for (const opening of this.runs.values()) {
      const run = await opening.catch(() => undefined);
      if (run === undefined || channel !== keys.control(run.name)) continue;
      const control = parseDocument(controlSchema, message);
      for (const id of control?.stop ?? []) run.trials.get(id)?.abort();
      for (const [id, at] of control?.moves ?? []) run.trials.get(id)?.move(at === "inf" ? Infinity : at);
      if (control?.stop === undefined && control?.moves === undefined) await this.refresh(run);
    }
  }

  /** Reads the state of all runs, since a message may have been lost, and closes those that are over. */
  async refreshAll(): Promise<void> {
    for (const opening of [...this.runs.values()]) {
      const run = await opening.catch(() => undefined);
      if (run === undefined) continue;
      await this.refresh(run);
      if (run.isStopped && run.trials.size === 0) await this.close(run);
    }
  }

  async closeAll(): Promise<void> {
    for (const opening of [...this.runs.values()]) {
      const run = await opening.catch(() => undefined);
      if (run !== undefined) await this.close(run);
    }
  }

  /** The runs that are open, and whether they are over. */
  async all(): Promise<OpenRun[]> {
    const runs = await Promise.all([...this.runs.values()].map((opening) => opening.catch(() => undefined)));
    return runs.filter((run) => run !== undefined);
  }

  private async openNew(name: string, epoch: string): Promise<OpenRun | undefined> {
    await this.subscriber.subscribe(keys.control(name));
    const [fields, lease] = await Promise.all([
      this.redis.hgetall(keys.run(name)),
      this.redis.exists(keys.lease(name)),
    ]);
    const document = parseDocument(runSchema, fields.document);
    if (document === undefined || fields.state !== "open" || fields.epoch !== epoch || lease === 0) {
      return undefined;
    }
    const kind = this.kinds[document.kind];
    if (kind === undefined)
      throw new RangeError(`this worker cannot execute runs of the kind ${document.kind}`);
    const work = await kind.open({ name, detail: document.detail, blobs: this.blobs });
    return { name, epoch, work, isStopped: false, trials: new Map() };
  }

  private async refresh(run: OpenRun): Promise<void> {
    const [[state, epoch], lease, cancelled] = await Promise.all([
      this.redis.hmget(keys.run(run.name), "state", "epoch"),
      this.redis.exists(keys.lease(run.name)),
      run.trials.size === 0 ? [] : this.redis.smembers(keys.cancelled(run.name)),
    ]);
    for (const id of cancelled) run.trials.get(id)?.abort();
    if (state === "open" && epoch === run.epoch && lease === 1) return;
    run.isStopped = true;
    for (const trial of run.trials.values()) trial.abort();
  }

  private async close(run: OpenRun): Promise<void> {
    if ((await this.runs.get(run.name)) !== run) return;
    this.runs.delete(run.name);
    for (const trial of run.trials.values()) trial.abort();
    await this.subscriber.unsubscribe(keys.control(run.name)).catch(() => {});
    await run.work.close?.();
  }
}
