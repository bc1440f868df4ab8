import { type Job, UnrecoverableError } from "bullmq";
import { jobSchema, type TurnJob } from "../messages/job.ts";
import type { OpenedRun, OpenRuns } from "./open-runs.ts";
import { openTurn } from "./open-turn.ts";
import { Slots } from "./slots.ts";

export interface WorkshopSetting {
  readonly worker: string;
  readonly version: string;
  readonly runs: OpenRuns;
  /** Turns at a time. */
  readonly jobs: number;
  /** Aborted when the worker goes. */
  readonly going: AbortSignal;
}

/** While turns are shorter on average, as many jobs again are fetched ahead: to fetch one takes as long. */
const SHORT_TURN_MS = 20;
const NEWEST_SHARE = 0.1;

/** Where jobs of the queue become turns. */
export class Workshop {
  private readonly setting: WorkshopSetting;
  private readonly slots: Slots;
  private counter = 0;
  private usualMs = Infinity;
  private under = 0;
  private onIdle: (() => void)[] = [];

  constructor(setting: WorkshopSetting) {
    this.setting = setting;
    this.slots = new Slots(setting.jobs);
  }

  /** How many jobs to have at a time. */
  get concurrency(): number {
    const { jobs } = this.setting;
    return this.usualMs < SHORT_TURN_MS ? 2 * jobs : jobs;
  }

  /** Resolves when no job is under way. */
  idle(): Promise<void> {
    if (this.under === 0) return Promise.resolve();
    return new Promise((resolve) => this.onIdle.push(resolve));
  }

  async work(job: Job<unknown>): Promise<void> {
    this.under += 1;
    try {
      await this.take(job);
    } finally {
      this.under -= 1;
      if (this.under === 0) for (const resolve of this.onIdle.splice(0)) resolve();
    }
  }

  /** A job is done when all that came of it was answered: before that, somebody else must be able to take it up. */
  private async take(job: Job<unknown>): Promise<void> {
    const turnJob = readJob(job, this.setting.version);
    const run = await this.setting.runs.open(turnJob.run);
    // Nobody waits for it any more.
    if (run === undefined) return;
    run.turns += 1;
    run.ledger.watch();
    try {
      // Somebody had it before: he may have come to the end of it.
      if (job.attemptsStarted > 1 && (await run.store.isOver(turnJob.task.index, turnJob.turn))) return;
      while (run.ledger.isFull && !this.setting.going.aborted) await run.ledger.settled();
      await this.slots.take();
      try {
        await this.perform(turnJob, run);
      } finally {
        this.slots.give();
      }
      await run.ledger.settled();
    } finally {
      run.turns -= 1;
      if (run.turns === 0) run.ledger.rest();
    }
  }

  private async perform(job: TurnJob, run: OpenedRun): Promise<void> {
    const { worker } = this.setting;
    const began = performance.now();
    const { ledger, shared, stop } = run;
    const turn = openTurn(job, { worker, ledger, shared, stop, count: () => this.counter++ });
    try {
      if ("refused" in run.performance) return turn.end("refused", run.performance.refused);
      if (stop.aborted) return turn.end("given-back");
      const end = await run.performance.turn(turn);
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
