import type {
  Coordinator,
  EndEntry,
  FailedJob,
  JobTask,
  Learning,
  LoggedEntry,
  RedisPlace,
  TaskSource,
  TrialEntry,
} from "@mulligan/cluster";
import { fromJsonNumber, type Trial } from "@mulligan/core/problem";
import type { Output } from "../journal/archive.ts";
import { UsageError } from "../shell/usage-error.ts";
import { maxFailures } from "../tasks/giving-up.ts";
import { type FinishedTrials, type LoopContext, record, stopIfEnough } from "../tasks/loop.ts";
import type { Task } from "../tasks/task.ts";
import { loggedAt } from "./run-name.ts";
import type { RemoteStopControl } from "./stop-remotely.ts";

/** An entry of the log as a trial of the task. */
function trialOf(entry: TrialEntry, { input, occurrence }: Task, logged: string): Trial {
  const { arm, cutoff, startCutoff, attempt, seed, explored, outcome, stopped } = entry;
  return {
    input,
    occurrence,
    arm,
    cutoff: fromJsonNumber(cutoff),
    ...(startCutoff === undefined ? {} : { startCutoff: fromJsonNumber(startCutoff) }),
    ...(attempt === undefined ? {} : { attempt }),
    seed,
    ...(explored === true ? { explored } : {}),
    outcome,
    ...(stopped === true ? { stopped } : {}),
    logged,
  };
}

/** A run whose tasks are worked at elsewhere. */
export interface RemoteRun extends LoopContext {
  readonly place: RedisPlace;
  readonly run: string;
  readonly kind: "run" | "sat";
  readonly learning: Learning;
  readonly detail: unknown;
  readonly stopControl: RemoteStopControl;
  /** Tasks in the queue or under way at a time; absent, as many as are of use. */
  readonly window?: number | undefined;
  /** Whether what is read of the log is kept in a journal, and may be forgotten in Redis. */
  readonly keeps: boolean;
  /** The bytes that a task works on; absent where they are on the worker's machine. */
  inputOf?(task: Task): Promise<Uint8Array>;
  /** What a trial that solved its task brought: put into the task, or into files. */
  receive(task: Task, entry: TrialEntry, blobs: readonly (Buffer | undefined)[]): Promise<readonly Output[]>;
  /** What who runs programs should know. */
  notice(key: string, text: string): void;
  /** Called after each record; resolves when what was reported is written. */
  recorded?(): Promise<void>;
}

/** How often what is journaled is dropped from the log in Redis. */
const TRIM_MS = 2_000;

/** Records the entries of the log in the state of a run. */
export class ClusterRun implements TaskSource {
  private readonly run: RemoteRun;
  private readonly coordinator: Coordinator;
  /** The blobs of the tasks whose turn it is, by task. */
  private readonly sent = new Map<number, string>();
  /** What is wrong with inputs that could not be sent. */
  private readonly unreadable = new Map<number, string>();
  private trimmed = performance.now();
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(run: RemoteRun, coordinator: Coordinator) {
    this.run = run;
    this.coordinator = coordinator;
  }

  get stopped(): boolean {
    return this.run.stopControl.stopped;
  }

  get hurried(): boolean {
    return this.run.stopControl.hurried;
  }

  next(): JobTask | undefined {
    if (this.isEnough()) return undefined;
    const task = this.run.state.tasks.next();
    return task === undefined ? undefined : this.turnOf(task);
  }

  async prepare(turn: JobTask): Promise<JobTask> {
    const { inputOf } = this.run;
    if (inputOf === undefined) return turn;
    const known = this.sent.get(turn.index);
    if (known !== undefined) return { ...turn, blob: known };
    const task = this.taskOf(turn.index)!;
    try {
      const { hash } = await this.coordinator.blobs.put(await inputOf(task));
      this.sent.set(turn.index, hash);
      return { ...turn, blob: hash };
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof RangeError)) throw error;
      const named = error instanceof UsageError ? error.message : `${task.input}: ${error.message}`;
      // Told when a worker says that it has no input.
      this.unreadable.set(turn.index, named);
      return turn;
    }
  }

  async take(logged: readonly LoggedEntry[]): Promise<void> {
    let finished: FinishedTrials[] = [];
    const flush = () => {
      this.keep(finished);
      finished = [];
    };
    for (const { place, entry } of logged) {
      const task = entry === undefined ? undefined : this.taskOf(entry.index);
      if (entry === undefined || task === undefined || entry.type === "result") continue;
      // The journal has the order of the log; a task stands in a group of trials once.
      if (finished.some((one) => one.task === task)) flush();
      if (entry.type === "end") this.end(task, entry);
      if (entry.type === "trial") finished.push(await this.arrived(task, entry, place));
      else if (task.state !== "open") finished.push({ task, trials: [] });
    }
    flush();
    await this.keeping;
    await this.run.recorded?.();
    for (const { entry } of logged) if (entry?.type === "trial") this.forgetBlobs(entry);
    await this.trim(logged.at(-1)?.place);
    stopIfEnough(this.run);
  }

  putBack(index: number): void {
    const task = this.taskOf(index);
    if (task === undefined) return;
    this.run.state.tasks.putBack(task);
    if (task.state === "open") return;
    const hash = this.sent.get(index);
    this.sent.delete(index);
    if (hash !== undefined && ![...this.sent.values()].includes(hash)) {
      this.coordinator.blobs.forget(hash).catch(() => {});
    }
  }

  failed({ index, reason }: FailedJob): void {
    const task = this.taskOf(index);
    if (task === undefined || task.state !== "open") return;
    task.state = "failed";
    task.problem = `${task.input ?? `task ${index}`}: no worker could do it: ${reason}`;
    this.keep([{ task, trials: [] }]);
  }

  settled(): Promise<unknown> {
    return this.keeping;
  }

  private async arrived(task: Task, entry: TrialEntry, place: string): Promise<FinishedTrials> {
    for (const [key, text] of entry.notices ?? []) this.run.notice(key, text);
    const blobs = await Promise.all(
      (entry.blobs ?? []).map(({ hash }) => this.coordinator.blobs.receive(hash)),
    );
    const outputs = entry.done === true ? await this.run.receive(task, entry, blobs) : [];
    const trial = trialOf(entry, task, loggedAt(this.run.run, place));
    const named =
      outputs.length > 0 && this.run.kind === "run" ? { ...trial, result: outputs[0].name } : trial;
    return { task, trials: [named], outputs };
  }

  private end(task: Task, { ending, problem }: EndEntry): void {
    if (ending === "refused") throw new UsageError(problem ?? "a worker refused to work at it");
    if (ending === "missing-input") {
      this.sent.delete(task.index);
      const unreadable = this.unreadable.get(task.index);
      if (unreadable !== undefined) this.close(task, unreadable);
    }
    if (ending === "unsolvable") this.close(task, problem);
  }

  private close(task: Task, problem: string | undefined): void {
    task.state = "failed";
    if (problem === undefined) task.unsatisfiable = true;
    else task.problem = problem;
  }

  private keep(finished: readonly FinishedTrials[]): void {
    if (finished.length === 0) return;
    const recording = record(this.run, finished);
    if (recording !== undefined) this.keeping = Promise.all([this.keeping, recording]);
  }

  /** What it brought is kept by now, or nobody wants it. */
  private forgetBlobs({ blobs = [] }: TrialEntry): void {
    for (const { hash } of blobs) this.coordinator.blobs.forget(hash).catch(() => {});
  }

  private async trim(place: string | undefined): Promise<void> {
    if (place === undefined || performance.now() - this.trimmed < TRIM_MS) return;
    this.trimmed = performance.now();
    if (this.run.keeps) await this.coordinator.trim(place);
    await this.coordinator.store.keep();
  }

  private isEnough(): boolean {
    const { until, state } = this.run;
    return until !== undefined && state.solved >= until;
  }

  private taskOf(index: number): Task | undefined {
    return this.run.state.tasks.at(index);
  }

  private turnOf(task: Task): JobTask {
    const { index, input, occurrence, trials, attempts, counted, failures } = task;
    const { state } = this.run;
    const most = Math.min(
      state.rules.maxAttempts - attempts,
      (state.rules.maxCounted ?? Infinity) - counted,
      state.rules.givesUp ? Math.ceil(maxFailures(state)) - failures : Infinity,
    );
    const turn = { index, input, occurrence, trials, attempts };
    return most < Infinity ? { ...turn, most: Math.max(1, most) } : turn;
  }
}
