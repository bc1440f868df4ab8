import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import {
  type ConnectionNotice,
  connectRedis,
  onceAMinute,
  type RedisPlace,
  whenReady,
} from "./connection.ts";
import {
  type ControlMessage,
  DAY_S,
  keys,
  NAME,
  parseDocument,
  type QueueNeeds,
  queueName,
  queueSchema,
  type RunDocument,
  reportSchema,
  runSchema,
} from "./documents.ts";
import { describeAbsence, expireQueue, openQueue, readFleet, removeJobsOf, starter } from "./fleet.ts";
import { RemoteJobs } from "./remote-jobs.ts";

/** The options of `RemoteRun.open`. */
export interface RemoteRunSetting {
  /** The address of Redis. */
  readonly place: RedisPlace;
  /** The name of the run; runs with the same journal have the same name. */
  readonly name: string;
  /** The kind and title of the run, and the detail that the executor gets. */
  readonly document: Omit<RunDocument, "queue">;
  /** The requirements that workers must meet. */
  readonly needs: QueueNeeds;
  /** BullMQ's: 0 goes first. */
  readonly priority: number;
  /** Takes a sentence for the user when the connection is lost or back, or no worker is there. */
  readonly notice: ConnectionNotice;
  /** The progress of the run for `cluster status`; a run without an end has no total. */
  progress(): { readonly done: number; readonly total: number | null };
  /** Called when more or fewer jobs may be out than before. */
  onChange(): void;
  /** Called if the DB can no longer be selected, as after a restart of Redis with fewer of them: the run cannot go on. */
  readonly onRefused?: (error: RangeError) => void;
}

/** How often the lease is renewed and the workers are counted, also while there are none, and how long the lease lasts. */
const TICK_MS = 2_000;
const FIRST_TICK_MS = 200;
const LEASE_S = 60;
/** Jobs without a result are looked up after this time. */
const LOOK_UP_MS = 10_000;
/** How long the run waits for workers before it tells the user that there are none. */
const ABSENT_MS = 5_000;
const WAITING = "waiting for `mulligan worker` with the same --redis";

/**
 * A run whose jobs are executed by workers on other machines. Messages only wake this process, which then looks up the state. Each start of
 * a run has its own epoch, so that nothing from an earlier start counts as a result.
 */
export class RemoteRun {
  private readonly setting: RemoteRunSetting;
  private readonly queue: string;
  private readonly epoch = `${Date.now().toString(36)}-${randomBytes(4).toString("hex")}`;
  private readonly redis: Redis;
  private readonly subscriber: Redis;
  /** The jobs of this run. */
  readonly jobs: RemoteJobs;
  private moves = new Map<string, number>();
  private slotCount = 0;
  /** The last round trip to Redis. */
  roundTripMs = 0;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** True if another process has started the same run, so that the data in Redis belong to it, or if an admin has ended the run. */
  private isReplaced = false;
  private absentSince: number | undefined;
  private hadSlots = false;
  /** The times at which the connection was last lost and back. */
  private readyAt = -Infinity;
  private readonly told = new Set<string>();

  /** Registers the run. Jobs that an earlier start of it left are stopped and deleted. */
  static async open(setting: RemoteRunSetting): Promise<RemoteRun> {
    if (!NAME.test(setting.name))
      throw new RangeError(`the name of a run must match ${NAME}, got ${setting.name}`);
    const run = new RemoteRun(setting);
    try {
      await run.register();
    } catch (error) {
      run.disconnect();
      throw error;
    }
    return run;
  }

  private constructor(setting: RemoteRunSetting) {
    const { place, notice, needs, name: run, document, priority } = setting;
    this.setting = setting;
    this.queue = queueName(needs);
    this.redis = connectRedis(place, notice, setting.onRefused);
    this.subscriber = connectRedis(place, () => {}, setting.onRefused);
    const job = { run, epoch: this.epoch, kind: document.kind, queue: this.queue, priority };
    this.jobs = new RemoteJobs(this.redis, { ...job, notice: onceAMinute(notice) });
  }

  /** Slots of the live workers that serve the queue. */
  get slots(): number {
    return this.slotCount;
  }

  /**
   * How many jobs may be out: two for each slot, so that one waits ahead while one is executed, and up to three if a
   * trial is not much longer than the round trip to Redis. More would keep the jobs of other runs waiting.
   */
  get most(): number {
    const ahead = 1 + Math.min(1, (4 * this.roundTripMs) / this.jobs.meanMs);
    return Math.max(2, Math.ceil(this.slotCount * (1 + ahead)));
  }

  /** Tells the worker of a job that its cutoff has moved. It does no harm if the message is lost. */
  move(id: string, cutoff: number): void {
    if (this.moves.size === 0) setImmediate(() => this.sendMoves());
    this.moves.set(id, cutoff);
  }

  /** Stops some jobs; each of them still has a result. */
  async stopJobs(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const key = keys.cancelled(this.setting.name);
    await this.redis
      .multi()
      .sadd(key, ...ids)
      .expire(key, DAY_S)
      .exec();
    await this.control({ stop: [...ids] });
    await this.jobs.drop(ids);
  }

  /** Stops all jobs, and starts no other. Those that were not begun are dropped. */
  async stop(): Promise<void> {
    if (this.jobs.isStopped) return;
    this.jobs.isStopped = true;
    if (!this.isReplaced) await this.redis.hset(keys.run(this.setting.name), "state", "stopped");
    await this.control({});
    await this.jobs.drop();
  }

  /** Removes all that is left of the run from Redis. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const { name } = this.setting;
    try {
      if (!this.isReplaced) {
        await this.redis.multi().del(keys.run(name), keys.lease(name)).srem(keys.runs, name).exec();
        await this.control({});
      }
      await this.jobs.close();
      await this.redis.expire(keys.cancelled(name), LEASE_S);
    } finally {
      this.disconnect();
    }
  }

  /** Closes the connections at once. Workers stop when the lease has expired. */
  disconnect(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.subscriber.disconnect();
    this.redis.disconnect();
  }

  private async register(): Promise<void> {
    const { name } = this.setting;
    await Promise.all([this.redis, this.subscriber].map(whenReady));
    this.subscriber.on("message", (_: string, message: string) => this.receive(message));
    await this.subscriber.subscribe(keys.reports(name));
    // After an outage, messages are missing, also some of the next ones.
    this.subscriber.on("ready", () => {
      this.readyAt = performance.now();
      this.jobs.lookUp(0).catch(() => {});
    });
    await this.renew({ ...this.description, state: "open" });
    await this.redis.del(keys.cancelled(name));
    await this.redis.publish(keys.news, "run");
    await this.control({});
    const queue = openQueue(this.redis, this.queue);
    await Promise.all([removeJobsOf(queue, name), this.tick()]);
    await queue.close();
  }

  /** The fields of a run that do not change. */
  private get description(): Record<string, string> {
    const document = JSON.stringify(runSchema.parse({ ...this.setting.document, queue: this.queue }));
    return { document, epoch: this.epoch, ...starter() };
  }

  /** Writes fields of the run, and renews what expires. */
  private async renew(fields: Record<string, string>): Promise<void> {
    const { name, needs } = this.setting;
    const commands = this.redis
      .multi()
      .hset(keys.run(name), fields)
      .expire(keys.run(name), DAY_S)
      .set(keys.lease(name), this.epoch, "EX", LEASE_S)
      .sadd(keys.runs, name)
      .expire(keys.runs, DAY_S)
      .hset(keys.queues, this.queue, JSON.stringify(queueSchema.parse(needs)))
      .expire(keys.queues, DAY_S)
      .set(keys.queueInUse(this.queue), "1", "EX", DAY_S);
    const answers = await expireQueue(commands, this.queue).exec();
    for (const [error] of answers ?? []) if (error !== null) throw error;
  }

  private receive(message: string): void {
    const report = parseDocument(reportSchema, message);
    if (report === undefined) return;
    if ("started" in report) this.jobs.started(report.started);
    else if ("failed" in report) this.jobs.lookUp(0, [report.failed]).catch(() => {});
    else this.jobs.finish(report.finished, report.result).catch(() => {});
  }

  private async control(message: ControlMessage): Promise<void> {
    await this.redis.publish(keys.control(this.setting.name), JSON.stringify(message));
  }

  private sendMoves(): void {
    const moves = [...this.moves].map(([id, at]): [string, number | "inf"] => [
      id,
      at === Infinity ? "inf" : at,
    ]);
    this.moves = new Map();
    this.control({ moves }).catch(() => {});
  }

  /** Renews the lease, counts the workers, and looks up what is late. */
  private async tick(): Promise<void> {
    try {
      const began = performance.now();
      const epoch = await this.redis.hget(keys.run(this.setting.name), "epoch");
      this.roundTripMs = performance.now() - began;
      if (epoch !== null && epoch !== this.epoch) {
        this.isReplaced = true;
        this.jobs.fail(
          new RangeError(
            `${this.setting.name}: the run was ended in Redis, or started again by another process`,
          ),
        );
        return;
      }
      const progress = JSON.stringify({ ...this.setting.progress(), out: this.jobs.out });
      // A Redis that has lost everything gets the run again.
      const lost =
        epoch === null ? { ...this.description, state: this.jobs.isStopped ? "stopped" : "open" } : {};
      await this.renew({ ...lost, progress });
      await this.countSlots();
      await this.jobs.lookUp(began - this.readyAt < LOOK_UP_MS ? TICK_MS : LOOK_UP_MS);
      await this.stopJobs(await this.jobs.removeLeftovers());
    } catch {
      // The connection is gone; the next tick tries again.
    } finally {
      const pause = this.slotCount === 0 ? FIRST_TICK_MS : TICK_MS;
      if (!this.isClosed && !this.isReplaced) this.timer = setTimeout(() => void this.tick(), pause);
    }
  }

  private async countSlots(): Promise<void> {
    const { notice, onChange, needs } = this.setting;
    const fleet = await readFleet(this.redis, this.queue);
    const serving = fleet.workers.filter(({ queues, draining }) => !draining && queues.includes(this.queue));
    const slots = serving.reduce((sum, { slots: count }) => sum + count, 0);
    this.jobs.dropLost(new Set(fleet.workers.map(({ name }) => name)));
    for (const [worker, reason] of fleet.refusals) {
      if (!this.told.has(worker)) notice(`worker ${worker} is not used: ${reason}`);
      this.told.add(worker);
    }
    this.hadSlots ||= slots > 0;
    if (slots > 0) this.absentSince = undefined;
    else this.checkAbsence(describeAbsence(fleet, needs));
    if (slots === this.slotCount) return;
    this.slotCount = slots;
    onChange();
  }

  /** Reports that no worker is there. Ends the run if there are workers and all have refused it from the start. */
  private checkAbsence({ reason, isFinal }: ReturnType<typeof describeAbsence>): void {
    this.absentSince ??= performance.now();
    if (performance.now() - this.absentSince < ABSENT_MS) return;
    // A fleet whose workers are restarted one after the other has none for a moment.
    if (isFinal && !this.hadSlots) this.jobs.fail(new RangeError(reason));
    else if (!this.told.has(reason)) this.setting.notice(`${reason}; ${WAITING}`);
    this.told.add(reason);
  }
}
