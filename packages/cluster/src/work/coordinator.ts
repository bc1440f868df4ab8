import type { Tally } from "@mulligan/core/statistics";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { type JobTask, jobId, type TurnJob } from "../messages/job.ts";
import { namesOf, RUN_NAME } from "../messages/keys.ts";
import { endsTurn } from "../messages/log-entry.ts";
import { checkRun, type RunDocument } from "../messages/run-document.ts";
import { Blobs } from "../store/blobs.ts";
import {
  type ConnectionNotice,
  connectRedis,
  newRedis,
  type RedisPlace,
  shownPlace,
  whenReady,
  withoutSecrets,
} from "../store/connection.ts";
import { LOG_START, type LoggedEntry, RunStore, readLog, readLogNow, trimLog } from "../store/run-store.ts";

export interface CoordinatorSetting {
  readonly place: RedisPlace;
  /** Opening the same name again continues the run. */
  readonly run: string;
  readonly document: Omit<RunDocument, "version">;
  /** Trials that are known before the run begins: counted if it is new. */
  readonly known: Tally;
  /** The last place of the log that an earlier coordinator of this run has read. */
  readonly after?: string;
  readonly notice: ConnectionNotice;
  readonly version?: string;
}

/** A turn that was put into the queue. */
export interface DispatchedTurn {
  readonly task: JobTask;
  readonly turn: number;
}

/** A job that failed before any turn could end, and why. */
export interface FailedJob {
  readonly index: number;
  readonly turn: number;
  readonly reason: string;
}

/** The connections of a coordinator: for commands, for waiting at the log, and for BullMQ. */
interface Links {
  readonly redis: Redis;
  readonly reader: Redis;
  readonly bullmq: Redis;
}

/** The owner of a run: puts its tasks into the queue and reads the log. */
export class Coordinator {
  readonly blobs: Blobs;
  readonly store: RunStore;
  private readonly setting: CoordinatorSetting;
  private readonly document: RunDocument;
  private readonly links: Links;
  private readonly queue: Queue;
  private readonly overTurns: Map<number, number>;
  private place: string;

  private constructor(
    setting: CoordinatorSetting,
    document: RunDocument,
    links: Links,
    store: RunStore,
    overTurns: Map<number, number>,
  ) {
    const names = namesOf(setting.version);
    this.setting = setting;
    this.document = document;
    this.links = links;
    this.store = store;
    this.overTurns = overTurns;
    this.place = setting.after ?? LOG_START;
    this.blobs = new Blobs(links.redis, names);
    this.queue = new Queue(names.queue, { connection: links.bullmq, prefix: names.prefix });
    this.queue.on("error", () => {});
  }

  /** Opens the run. What Redis refuses, or a run with other options, is a RangeError of one sentence. */
  static async open(setting: CoordinatorSetting): Promise<Coordinator> {
    const { place, run, notice } = setting;
    if (!RUN_NAME.test(run)) {
      throw new RangeError("a run's name must have 1 to 64 letters, digits, - and _, got another");
    }
    const names = namesOf(setting.version);
    const document = checkRun({ ...setting.document, version: names.version });
    const links = { redis: connectRedis(place, notice), reader: newRedis(place), bullmq: newRedis(place) };
    for (const link of [links.reader, links.bullmq]) link.on("error", () => {});
    try {
      await Promise.all(Object.values(links).map(whenReady));
      const store = new RunStore(links.redis, names, run);
      const opened = await store.open(document, setting.known);
      if (JSON.stringify(opened.document) !== JSON.stringify(document)) {
        throw new RangeError(`the run ${run} is there already, with other options; give it another name`);
      }
      return new Coordinator(setting, document, links, store, await store.over());
    } catch (error) {
      for (const link of Object.values(links)) link.disconnect();
      throw refusalOf(error, setting) ?? error;
    }
  }

  /** Reads the rest of the log without waiting: before the first turn of a run that is continued. */
  async catchUp(): Promise<LoggedEntry[]> {
    const all: LoggedEntry[] = [];
    for (;;) {
      const found = await readLogNow(this.links.redis, this.store.keys.log, this.place);
      if (found.length === 0) return all;
      all.push(...this.passed(found));
    }
  }

  /** Reads the next entries of the log; none if none came within half a second. */
  async next(): Promise<readonly LoggedEntry[]> {
    return this.passed(await readLog(this.links.reader, this.store.keys.log, this.place));
  }

  /** Puts the next turn of each task into the queue; the same turn once, however often. */
  async dispatch(tasks: readonly JobTask[]): Promise<DispatchedTurn[]> {
    const turns = tasks.map((task) => ({ task, turn: (this.overTurns.get(task.index) ?? 0) + 1 }));
    if (turns.length > 0) await this.put(turns);
    return turns;
  }

  /** Resolves to the jobs of these turns that failed. Jobs that Redis lost are added again. */
  async sweep(out: readonly DispatchedTurn[]): Promise<FailedJob[]> {
    const failed: FailedJob[] = [];
    // A Redis that lost its data has lost the run too.
    if (out.length > 0 && (await this.store.document()) === undefined) {
      await this.store.open(this.document, this.setting.known);
    }
    for (const { task, turn } of out) {
      const { index } = task;
      if ((this.overTurns.get(index) ?? 0) >= turn) continue;
      const job = await this.queue.getJob(jobId(this.jobOf({ task, turn })));
      if (job === undefined) {
        // Either it was done and removed, and its end is in the log; or Redis lost it, and it must be done again.
        if (!(await this.store.isOver(index, turn))) await this.put([{ task, turn }]);
      } else if (job.failedReason !== undefined && (await job.isFailed())) {
        failed.push({ index, turn, reason: job.failedReason });
        await job.remove();
      }
    }
    return failed;
  }

  /** Drops the entries of the log before a place, which are journaled by now. */
  async trim(before: string): Promise<void> {
    await trimLog(this.links.redis, this.store.keys.log, before);
  }

  /** Removes waiting jobs from the queue and stops trials under way. Resolves to the tasks of removed jobs. */
  async stop(out: readonly DispatchedTurn[]): Promise<number[]> {
    await this.store.setState("stopping");
    const removed: number[] = [];
    for (const { task, turn } of out) {
      // An active job cannot be removed; its worker sees the state of the run and stops.
      const gone = await this.queue.remove(jobId(this.jobOf({ task, turn }))).catch(() => 0);
      if (gone === 1) removed.push(task.index);
    }
    return removed;
  }

  /** Ends the run: nothing more counts. */
  async end(): Promise<void> {
    await this.store.setState("ended");
  }

  async close(): Promise<void> {
    await this.queue.close();
    for (const link of Object.values(this.links)) link.disconnect();
  }

  private async put(turns: readonly DispatchedTurn[]): Promise<void> {
    await this.queue.addBulk(
      turns.map((turn) => {
        const data = this.jobOf(turn);
        return { name: "turn", data, opts: { jobId: jobId(data), removeOnComplete: true } };
      }),
    );
  }

  private jobOf({ task, turn }: DispatchedTurn): TurnJob {
    return { version: this.document.version, run: this.setting.run, task, turn };
  }

  private passed(found: readonly LoggedEntry[]): readonly LoggedEntry[] {
    const last = found.at(-1);
    if (last !== undefined) this.place = last.place;
    for (const { entry } of found) {
      if (entry === undefined) continue;
      if (endsTurn(entry))
        this.overTurns.set(entry.index, Math.max(entry.turn, this.overTurns.get(entry.index) ?? 0));
    }
    return found;
  }
}

/** What Redis refuses, in one sentence; undefined for any other error. */
function refusalOf(error: unknown, { place, run }: CoordinatorSetting): RangeError | undefined {
  if (!(error instanceof Error && error.name === "ReplyError")) return undefined;
  const problem = error.message.includes("WRONGTYPE")
    ? `the keys of the run ${run} hold something else; give it another name`
    : withoutSecrets(error, place);
  return new RangeError(`${shownPlace(place)}: ${problem}`);
}
