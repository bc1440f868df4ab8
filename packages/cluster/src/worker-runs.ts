import { setMaxListeners } from "node:events";
import type { Redis } from "ioredis";
import type { Blobs } from "./blobs.ts";
import { controlSchema, keys, parseDocument, runSchema } from "./documents.ts";

/** Executes jobs of one kind of run. */
export interface WorkKind {
  /** Opens a run. If it throws, the run's jobs fail with that error. */
  open(run: WorkerRun): RunWork | Promise<RunWork>;
}

/** A run, as the executor of its kind sees it. */
export interface WorkerRun {
  /** The name of the run. */
  readonly name: string;
  /** The detail of the run, which comes from outside and must be checked. */
  readonly detail: unknown;
  /** Bytes that the deciding process stored, such as formulas. */
  readonly blobs: Blobs;
}

/** Executes the jobs of one run. */
export interface RunWork {
  /** Resolves to the result, which JSON can hold. */
  execute(work: unknown, trial: TrialHandle): Promise<unknown>;
  /** The only slot in which a job can be executed; undefined if any will do. */
  slotOf?(work: unknown): number | undefined;
  /** Frees what `open` made, when the run is over. */
  close?(): void | Promise<void>;
}

/** A job that a worker has, from when it was taken from the queue. */
export class TrialHandle {
  /** The id of the job. */
  readonly id: string;
  /** The slot in which it is executed. */
  slot = 0;
  /** The last cutoff that the deciding process sent. */
  cutoff: number | undefined;
  /** Set by the executor for `/metrics`. */
  isCut = false;
  /** True if another worker has it. */
  isLost = false;
  private readonly send: (message: unknown) => void;
  private readonly aborter = new AbortController();
  private readonly listeners = new Set<() => void>();

  constructor(id: string, send: (message: unknown) => void) {
    this.id = id;
    this.send = send;
    setMaxListeners(0, this.aborter.signal);
  }

  /** Aborted when the job is to end: the run is stopped, another worker has the job by now, or this worker leaves. */
  get stop(): AbortSignal {
    return this.aborter.signal;
  }

  /** Aborts `stop`. */
  abort(): void {
    this.aborter.abort();
  }

  /** Sets the cutoff and calls the listeners of `onMove`. */
  move(cutoff: number): void {
    this.cutoff = cutoff;
    for (const listener of [...this.listeners]) listener();
  }

  /** Calls the listener whenever the cutoff has moved, until the function that it returns is called. */
  onMove(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reports to the deciding process that the trial begins now. */
  started(): void {
    this.send({ started: this.id });
  }
}

/** A run at which this worker works, in one epoch of it. */
export interface OpenRun {
  readonly name: string;
  readonly epoch: string;
  readonly work: RunWork;
  /** True when the run is over, was stopped or was started again: its jobs are to end. */
  isStopped: boolean;
  readonly trials: Map<string, TrialHandle>;
}

interface RunsSetting {
  readonly redis: Redis;
  readonly subscriber: Redis;
  readonly kinds: Readonly<Record<string, WorkKind>>;
  readonly blobs: Blobs;
}

/** The runs of a worker: opened with their first job, watched for stops and moves, closed when they are over. */
export class WorkerRuns {
  private readonly setting: RunsSetting;
  private readonly runs = new Map<string, Promise<OpenRun | undefined>>();

  constructor(setting: RunsSetting) {
    this.setting = setting;
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
    let run: OpenRun | undefined;
    try {
      run = await opening;
    } finally {
      if (run === undefined) this.runs.delete(name);
    }
    return run?.epoch === epoch ? run : undefined;
  }

  /** The runs that are open. */
  async all(): Promise<OpenRun[]> {
    const runs = await Promise.all([...this.runs.values()].map((opening) => opening.catch(() => undefined)));
    return runs.filter((run) => run !== undefined);
  }

  /** Ends trials that another worker has taken over. */
  async lose(ids: readonly string[]): Promise<void> {
    for (const { trials } of await this.all()) {
      for (const trial of ids.map((id) => trials.get(id)).filter((one) => one !== undefined)) {
        trial.isLost = true;
        trial.abort();
      }
    }
  }

  /** Handles a message to the workers of a run. */
  async receive(channel: string, message: string): Promise<void> {
    const run = (await this.all()).find(({ name }) => channel === keys.control(name));
    if (run === undefined) return;
    const control = parseDocument(controlSchema, message);
    for (const id of control?.stop ?? []) run.trials.get(id)?.abort();
    for (const [id, at] of control?.moves ?? []) run.trials.get(id)?.move(at === "inf" ? Infinity : at);
    if (control?.stop === undefined && control?.moves === undefined) await this.refresh(run);
  }

  /** Reads the state of all runs, since a message may have been lost, and closes those that are over. */
  async refreshAll(): Promise<void> {
    for (const run of await this.all()) {
      await this.refresh(run);
      if (run.isStopped && run.trials.size === 0) await this.close(run);
    }
  }

  async closeAll(): Promise<void> {
    for (const run of await this.all()) await this.close(run);
  }

  private async openNew(name: string, epoch: string): Promise<OpenRun | undefined> {
    const { redis, subscriber, kinds, blobs } = this.setting;
    await subscriber.subscribe(keys.control(name));
    const [fields, lease] = await Promise.all([
      redis.hgetall(keys.run(name)),
      redis.exists(keys.lease(name)),
    ]);
    const document = parseDocument(runSchema, fields.document);
    if (document === undefined || fields.state !== "open" || fields.epoch !== epoch || lease === 0)
      return undefined;
    const kind = kinds[document.kind];
    if (kind === undefined)
      throw new RangeError(`this worker cannot execute runs of the kind ${document.kind}`);
    const work = await kind.open({ name, detail: document.detail, blobs });
    return { name, epoch, work, isStopped: false, trials: new Map() };
  }

  private async refresh(run: OpenRun): Promise<void> {
    const { redis } = this.setting;
    const [[state, epoch], lease, cancelled] = await Promise.all([
      redis.hmget(keys.run(run.name), "state", "epoch"),
      redis.exists(keys.lease(run.name)),
      run.trials.size === 0 ? [] : redis.smembers(keys.cancelled(run.name)),
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
    await this.setting.subscriber.unsubscribe(keys.control(run.name)).catch(() => {});
    await run.work.close?.();
  }
}
