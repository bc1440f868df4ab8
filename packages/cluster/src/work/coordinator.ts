import type { Tally } from "@mulligan/core/statistics";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { type ConnectionNotice, connect, newRedis, whenReady } from "../connection/connect.ts";
import type { RedisPlace } from "../connection/redis-place.ts";
import { jobId, type TurnTask } from "../messages/job.ts";
import { namesOf, RUN_NAME } from "../messages/keys.ts";
import { endsTurn } from "../messages/log-entry.ts";
import { checkRun, type RunDocument } from "../messages/run-document.ts";
import { Blobs } from "../store/blobs.ts";
import { LOG_START, type Logged, readLog, readLogNow, trimLog } from "../store/log.ts";
import { RunStore } from "../store/run-store.ts";

export interface CoordinatorSetting {
  readonly place: RedisPlace;
  /** The same name again is the same run, taken up where it was. */
  readonly run: string;
  readonly document: Omit<RunDocument, "version">;
  /** What is known before it begins: counted if the run is new. */
  readonly known: Tally;
  /** The last place of the log that is known, of an earlier run of this name. */
  readonly after?: string;
  readonly notice: ConnectionNotice;
  readonly version?: string;
}

/** A turn that was put into the queue. */
export interface TurnOut {
  readonly task: TurnTask;
  readonly turn: number;
}

/** A job that failed before any turn could end, and why. */
export interface FailedJob {
  readonly index: number;
  readonly turn: number;
  readonly reason: string;
}

/** Who has a run: puts its tasks into the queue, and reads what comes of them. */
export class Coordinator {
  readonly blobs: Blobs;
  readonly store: RunStore;
  private readonly run: string;
  private readonly version: string;
  private readonly queue: Queue;
  private readonly redis: Redis;
  private readonly reader: Redis;
  private readonly connection: Redis;
  private readonly overTurns: Map<number, number>;
  private readonly document: RunDocument;
  private readonly known: Tally;
  private place: string;

  private constructor(
    setting: CoordinatorSetting,
    links: { redis: Redis; reader: Redis; connection: Redis; queue: Queue; store: RunStore; blobs: Blobs },
    over: Map<number, number>,
  ) {
    this.run = setting.run;
    this.known = setting.known;
    this.document = checkRun({ ...setting.document, version: namesOf(setting.version).version });
    this.version = namesOf(setting.version).version;
    this.place = setting.after ?? LOG_START;
    this.overTurns = over;
    this.blobs = links.blobs;
    this.store = links.store;
    this.queue = links.queue;
    this.redis = links.redis;
    this.reader = links.reader;
    this.connection = links.connection;
  }

  static async open(setting: CoordinatorSetting): Promise<Coordinator> {
    const { place, run, notice } = setting;
    if (!RUN_NAME.test(run)) {
      throw new RangeError("a run's name must have 1 to 64 letters, digits, - and _, got another");
    }
    const names = namesOf(setting.version);
    const redis = connect(place, notice);
    const [reader, connection] = [newRedis(place), newRedis(place)];
    for (const other of [reader, connection]) other.on("error", () => {});
    await Promise.all([redis, reader, connection].map(whenReady));
    const queue = new Queue(names.queue, { connection, prefix: names.prefix });
    queue.on("error", () => {});
    const store = new RunStore(redis, names, run);
    const blobs = new Blobs(redis, names);
    const document = checkRun({ ...setting.document, version: names.version });
    const opened = await store.open(document, setting.known);
    if (JSON.stringify(opened.document) !== JSON.stringify(document)) {
      for (const link of [redis, reader, connection]) link.disconnect();
      throw new RangeError(`the run ${run} is there already, with other options; give it another name`);
    }
    return new Coordinator(setting, { redis, reader, connection, queue, store, blobs }, await store.over());
  }

  /** What the log holds that was not read yet, at once: before the first turn of a run that is taken up again. */
  async catchUp(): Promise<Logged[]> {
    const all: Logged[] = [];
    for (;;) {
      const found = await readLogNow(this.redis, this.store.keys.log, this.place);
      if (found.length === 0) return all;
      all.push(...this.passed(found));
    }
  }

  /** What comes next; nothing if nothing came within half a second. */
  async next(): Promise<readonly Logged[]> {
    return this.passed(await readLog(this.reader, this.store.keys.log, this.place));
  }

  /** Puts the next turn of each task into the queue; the same turn once, however often. */
  async dispatch(tasks: readonly TurnTask[]): Promise<TurnOut[]> {
    const turns = tasks.map((task) => ({ task, turn: (this.overTurns.get(task.index) ?? 0) + 1 }));
    if (turns.length > 0) await this.put(turns);
    return turns;
  }

  /** Of these turns, those whose jobs failed; those that are not there at all are put there again. */
  async sweep(out: readonly TurnOut[]): Promise<FailedJob[]> {
    const failed: FailedJob[] = [];
    // A Redis that forgot all has forgotten the run too.
    if (out.length > 0 && (await this.store.document()) === undefined) {
      await this.store.open(this.document, this.known);
    }
    for (const { task, turn } of out) {
      const { index } = task;
      if ((this.overTurns.get(index) ?? 0) >= turn) continue;
      const id = jobId({ version: this.version, run: this.run, task, turn });
      const job = await this.queue.getJob(id);
      if (job === undefined) {
        // Done and removed, or lost with a Redis that forgot it: its end is in the log, or it must be done again.
        if (!(await this.store.isOver(index, turn))) await this.put([{ task, turn }]);
      } else if (job.failedReason !== undefined && (await job.isFailed())) {
        failed.push({ index, turn, reason: job.failedReason });
        await job.remove();
      }
    }
    return failed;
  }

  /** Lets go of the log up to what is known to be kept elsewhere. */
  async trim(before: string): Promise<void> {
    await trimLog(this.redis, this.store.keys.log, before);
  }

  /** Trials under way are to end; those that wait in the queue are taken out. */
  async stop(out: readonly TurnOut[]): Promise<number[]> {
    await this.store.setState("stopping");
    const removed: number[] = [];
    for (const { task, turn } of out) {
      // One that somebody has cannot be removed: he is told to stop.
      const id = jobId({ version: this.version, run: this.run, task, turn });
      const gone = await this.queue.remove(id).catch(() => 0);
      if (gone === 1) removed.push(task.index);
    }
    return removed;
  }

  /** Nothing more counts. */
  async end(): Promise<void> {
    await this.store.setState("ended");
  }

  async close(): Promise<void> {
    await this.queue.close();
    for (const link of [this.redis, this.reader, this.connection]) link.disconnect();
  }

  private async put(turns: readonly TurnOut[]): Promise<void> {
    await this.queue.addBulk(
      turns.map(({ task, turn }) => {
        const data = { version: this.version, run: this.run, task, turn };
        return { name: "turn", data, opts: { jobId: jobId(data), removeOnComplete: true } };
      }),
    );
  }

  private passed(found: readonly Logged[]): readonly Logged[] {
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
