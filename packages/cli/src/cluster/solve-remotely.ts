import type { RemoteJob, RemoteResult } from "@mulligan/cluster";
import { readDimacs, satisfies } from "@mulligan/sat";
import type { QueuedFile, SatRequest } from "../sat/file-queue.ts";
import { messageFor, type RaceReply, type SatReply, satEndings, type TriesReply } from "../sat/messages.ts";
import type { SatPlan } from "../sat/plan.ts";
import { type SatRun, solveWith } from "../sat/solve-files.ts";
import { readAll } from "../shell/files.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { Executor } from "../tasks/loop.ts";
import type { Task } from "../tasks/task.ts";
import {
  givenUpText,
  type OpenRemoteRun,
  openRemoteRun,
  progressOf,
  type RemoteStopControl,
} from "./open-run.ts";
import { plain } from "./plain-values.ts";
import type { ClusterOptions } from "./redis-options.ts";
import { type SentFile, satAnswerSchema } from "./sat-messages.ts";
import type { WorkerSpeeds } from "./worker-speeds.ts";

export { remoteStopControl, withRedisErrors } from "./open-run.ts";
export { WorkerSpeeds } from "./worker-speeds.ts";

interface RemoteSatRun extends SatRun {
  readonly plan: SatPlan;
  readonly speeds: WorkerSpeeds;
  readonly stopControl: RemoteStopControl;
}

/** Lets the workers of a cluster try every file. Each formula is sent once. */
export async function solveRemotely(
  run: RemoteSatRun,
  options: ClusterOptions & { readonly state?: string },
): Promise<void> {
  const { plan, state, archive, models, stopControl } = run;
  const wanted = models || archive.outputs !== undefined;
  const files = state.tasks.count;
  const remote = await openRemoteRun({
    options,
    document: {
      kind: "sat",
      title: `${files} formulas`,
      detail: { arms: plan.arms.map(({ name }) => name), models: wanted, races: plan.races, files },
    },
    stopControl,
    progress: () => progressOf(state),
  });
  await solveWith(run, new RemoteSatExecutor(run, remote, wanted), remote.slots);
}

/** Fewer flips say nothing of the speed of a machine. */
const ENOUGH_FLIPS = 1_000;

type RaceOfFile = NonNullable<QueuedFile["race"]>;

/** Executes requests on other machines. The turns of a race go to the worker that keeps its walks. */
class RemoteSatExecutor implements Executor<SatRequest, SatReply> {
  private readonly run: RemoteSatRun;
  private readonly remote: OpenRemoteRun;
  private readonly checksModels: boolean;
  private readonly sent = new Map<Task, Promise<SentFile>>();
  /** The problems of files that could not be sent, and the blobs of the others, by the index of the file. */
  private readonly problems = new Map<number, string>();
  private readonly blobs = new Map<number, string>();
  private readonly homes = new WeakMap<RaceOfFile, string>();
  /** The jobs that race at each file, and the files for which a race has found a model. */
  private readonly racing = new Map<Task, Set<RemoteJob>>();
  private readonly solved = new Set<Task>();

  constructor(run: RemoteSatRun, remote: OpenRemoteRun, checksModels: boolean) {
    this.run = run;
    this.remote = remote;
    this.checksModels = checksModels;
  }

  close(): Promise<void> {
    return this.remote.close();
  }

  async execute(request: SatRequest): Promise<SatReply> {
    const { run: remote } = this.remote;
    const tasks = request.kind === "race" ? [request.file.task] : request.batch.map(({ file }) => file.task);
    const race = request.kind === "race" ? request.file.race! : undefined;
    const files = await this.sendFiles(tasks);
    const worker = race === undefined ? undefined : this.homes.get(race);
    const work = plain({ files, message: messageFor(request) });
    const job = remote.jobs.submit(work, { worker });
    const jobs = race === undefined ? new Set<RemoteJob>() : (this.racing.get(tasks[0]) ?? new Set());
    if (race !== undefined) this.racing.set(tasks[0], jobs);
    jobs.add(job);
    const result = await job.result;
    jobs.delete(job);
    if (result.kind !== "value") return nothingFor(request, result);
    const { data: reply } = satAnswerSchema.safeParse(result.value);
    remote.jobs.forget(job.id);
    if (reply === undefined)
      throw new UsageError(`--redis: worker ${result.worker} sent no result of a trial`);
    if ("missing" in reply) {
      for (const task of tasks) this.sent.delete(task);
      return this.execute(request);
    }
    if (race !== undefined) this.homes.set(race, result.worker);
    this.addSpeed(result.worker, reply);
    const finished = "ending" in reply ? this.finishTurn(tasks[0], reply) : this.finishTries(tasks, reply);
    return { ...(await finished), worker: result.worker };
  }

  private addSpeed(worker: string, reply: SatReply): void {
    const flips = "ending" in reply ? reply.flips : reply.flips.reduce((sum, made) => sum + made, 0);
    this.run.speeds.add(worker, 0, flips < ENOUGH_FLIPS ? undefined : reply.walkMs / flips);
  }

  private async sendFiles(tasks: readonly Task[]): Promise<SentFile[]> {
    for (const task of tasks) if (!this.sent.has(task)) this.sent.set(task, this.sendFile(task));
    const files = await Promise.all(tasks.map((task) => this.sent.get(task)!));
    for (const { index, blob } of files) if (blob !== undefined) this.blobs.set(index, blob);
    return files;
  }

  private async sendFile(task: Task): Promise<SentFile> {
    const file = { index: task.index - 1, name: task.input! };
    try {
      return { ...file, blob: await this.remote.run.jobs.blobs.put(await this.bytesOf(task)) };
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof RangeError)) throw error;
      const named = error instanceof UsageError ? error.message : `${file.name}: ${error.message}`;
      this.problems.set(file.index, named);
      return file;
    }
  }

  private bytesOf({ input }: Task): Promise<Uint8Array> {
    return Promise.resolve(this.run.given.get(input!) ?? readAll(input!));
  }

  /** A model from another machine is checked against the formula. */
  private async check(task: Task, model: Uint8Array | undefined): Promise<void> {
    if (!this.checksModels) return;
    const formula = await readDimacs(await this.bytesOf(task), task.input!);
    if (model === undefined || !satisfies(formula, model)) {
      throw new UsageError(`${task.input}: a worker returned a wrong model`);
    }
  }

  private async finishTries(tasks: readonly Task[], reply: TriesReply): Promise<SatReply> {
    const problems = new Map(reply.problems);
    for (const [place, task] of tasks.entries()) {
      const ending = satEndings[reply.endings[place]];
      if (ending === "solved") await this.check(task, reply.models.get(place));
      const own = this.problems.get(task.index - 1);
      if (own !== undefined) problems.set(place, own);
      if (ending !== "left" && ending !== "large") this.forgetFile(task);
    }
    return { ...reply, problems };
  }

  /** Two workers may find a model of the same file at the same time. The first counts, and the others are stopped. */
  private async finishTurn(task: Task, reply: RaceReply): Promise<SatReply> {
    const problem = this.problems.get(task.index - 1);
    if (problem !== undefined) return { ...reply, problem };
    if (reply.ending !== "solved") return reply;
    if (this.solved.has(task)) {
      const { model: _, ...rest } = reply;
      const walks = reply.walks.map((walk) => ({ ...walk, ending: "stopped" as const }));
      return { ...rest, ending: "stopped", walks };
    }
    this.solved.add(task);
    await this.remote.run.stopJobs([...(this.racing.get(task) ?? [])].map(({ id }) => id));
    await this.check(task, reply.model);
    this.forgetFile(task);
    return reply;
  }

  /** Deletes the formula from Redis, unless another file has the same content. */
  private forgetFile(task: Task): void {
    this.sent.delete(task);
    const blob = this.blobs.get(task.index - 1);
    this.blobs.delete(task.index - 1);
    if (blob === undefined || [...this.blobs.values()].includes(blob)) return;
    this.remote.run.jobs.blobs.forget(blob).catch(() => {});
  }
}

/** The reply for a request that no worker has executed to its end. A file at which three workers died is given up. */
function nothingFor(request: SatRequest, result: Exclude<RemoteResult, { kind: "value" }>): SatReply {
  const { kind } = result;
  const problem = kind === "failed" ? givenUpText(result.reason) : undefined;
  if (request.kind === "race") {
    const none = { walks: [], flips: 0, restartFlips: 0, walkMs: 0 };
    const ending = kind === "dropped" ? "stopped" : "lost";
    if (problem === undefined) return { ending, ...none };
    return { ending: "unreadable", ...none, problem: `${request.file.task.input}: ${problem}` };
  }
  const { length } = request.batch;
  const ending = { dropped: "stopped", lost: "left", failed: "unreadable" } as const;
  const named = request.batch.map(({ file }, place): [number, string] => [
    place,
    `${file.task.input}: ${problem}`,
  ]);
  return {
    endings: new Uint8Array(length).fill(satEndings.indexOf(ending[kind])),
    counts: new Uint32Array(length),
    flips: new Float64Array(0),
    restartFlips: new Float64Array(length),
    models: new Map(),
    problems: new Map(problem === undefined ? [] : named),
    shapes: new Map(),
    walkMs: 0,
    solveMs: 0,
  };
}
