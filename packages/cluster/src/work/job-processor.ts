import { type Job, UnrecoverableError } from "bullmq";
import { jobSchema, type TurnJob } from "../messages/job.ts";
import type { OpenRun, OpenRuns } from "./open-runs.ts";
import { openTurn } from "./turn.ts";

interface JobProcessorSetting {
  readonly worker: string;
  readonly version: string;
  readonly runs: OpenRuns;
  /** Turns at a time. */
  readonly jobs: number;
  /** Aborted when the worker leaves. */
  readonly going: AbortSignal;
}

/** While turns are shorter than this on average, twice as many jobs are fetched, since fetching one takes as long. */
const SHORT_TURN_MS = 20;
const NEWEST_SHARE = 0.1;

/** Executes jobs of the queue as turns. */
export class JobProcessor {
  private readonly setting: JobProcessorSetting;
  private readonly slots: Semaphore;
  private counter = 0;
  private usualMs = Infinity;
  private running = 0;
  private onIdle: (() => void)[] = [];

  constructor(setting: JobProcessorSetting) {
    this.setting = setting;
    this.slots = new Semaphore(setting.jobs);
  }

  /** How many jobs to have at a time. */
  get concurrency(): number {
    const { jobs } = this.setting;
    return this.usualMs < SHORT_TURN_MS ? 2 * jobs : jobs;
  }

  /** Resolves when no job is under way. */
  idle(): Promise<void> {
    if (this.running === 0) return Promise.resolve();
    return new Promise((resolve) => this.onIdle.push(resolve));
  }

  async work(job: Job<unknown>): Promise<void> {
    this.running += 1;
    try {
      await this.process(job);
    } finally {
      this.running -= 1;
      if (this.running === 0) for (const resolve of this.onIdle.splice(0)) resolve();
    }
  }

  /** A job is done when Redis has all its entries: until then, another worker must be able to take it over. */
  private async process(job: Job<unknown>): Promise<void> {
    const turnJob = readJob(job, this.setting.version);
    const run = await this.setting.runs.open(turnJob.run);
    // The run has ended.
    if (run === undefined) return;
    run.turns += 1;
    run.outbox.watch();
    try {
      // A worker that had the job before may have finished it.
      if (job.attemptsStarted > 1 && (await run.store.isOver(turnJob.task.index, turnJob.turn))) return;
      while (run.outbox.isFull && !this.setting.going.aborted) await run.outbox.settled();
      await this.slots.acquire();
      try {
        await this.execute(turnJob, run);
      } finally {
        this.slots.release();
      }
      await run.outbox.settled();
    } finally {
      run.turns -= 1;
      if (run.turns === 0) run.outbox.rest();
    }
  }

  private async execute(job: TurnJob, run: OpenRun): Promise<void> {
    const { worker } = this.setting;
    const began = performance.now();
    const { outbox, shared, stop } = run;
    const turn = openTurn(job, { worker, outbox, shared, stop, count: () => this.counter++ });
    try {
      if ("refused" in run.executor) return turn.end("refused", run.executor.refused);
      if (stop.aborted) return turn.end("given-back");
      const end = await run.executor.execute(turn);
      if (end !== "done") turn.end(end.ending, end.problem);
    } catch (error) {
      turn.end("refused", error instanceof Error ? error.message : String(error));
    } finally {
      const took = performance.now() - began;
      this.usualMs = this.usualMs === Infinity ? took : this.usualMs + NEWEST_SHARE * (took - this.usualMs);
    }
  }
}

function readJob(job: Job<unknown>, version: string): TurnJob {
  const read = jobSchema.safeParse(job.data);
  if (!read.success) throw new UnrecoverableError("no job of ours");
  if (read.data.version !== version) {
    throw new UnrecoverableError(`the job is of version ${read.data.version}, this worker of ${version}`);
  }
  return read.data;
}

/** A semaphore; those that wait are served in order. */
class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  async acquire(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free += 1;
    else next();
  }
}
