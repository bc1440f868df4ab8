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
import type { Trial } from "@mulligan/core/problem";
import type { Output } from "../journal/archive.ts";
import { UsageError } from "../shell/usage-error.ts";
import { isHopeless } from "../tasks/book.ts";
import { maxFailures } from "../tasks/giving-up.ts";
import { type Desk, type Made, settle } from "../tasks/settle.ts";
import type { Task } from "../tasks/task.ts";
import { trialOf } from "./entries.ts";
import { loggedAt } from "./run-name.ts";
import type { RemoteStopping } from "./stop-remotely.ts";

/** A run whose tasks are worked at elsewhere. */
export interface RemoteRun extends Desk {
  readonly place: RedisPlace;
  readonly run: string;
  readonly kind: "run" | "sat";
  readonly learning: Learning;
  readonly detail: unknown;
  readonly stopping: RemoteStopping;
  readonly until?: number | undefined;
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
  /** Resolves when what was told is out. */
  told?(): Promise<void>;
}

/** How often what is journaled is dropped from the log in Redis. */
const TRIM_MS = 2_000;

/** The book of a run, at which entries of the log arrive. */
export class ClusterDesk implements TaskSource {
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
    return this.run.stopping.stopped;
  }

  get hurried(): boolean {
    return this.run.stopping.hurried;
  }

  next(): JobTask | undefined {
    if (this.isEnough()) return undefined;
    const task = this.run.book.tasks.next();
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
    let [made, outputs]: [Made[], Output[]] = [[], []];
    const flush = () => {
      this.keep(made, outputs);
      [made, outputs] = [[], []];
    };
    for (const { place, entry } of logged) {
      const task = entry === undefined ? undefined : this.taskOf(entry.index);
      if (entry === undefined || task === undefined || entry.type === "result") continue;
      // The journal has the order of the log; a task stands in a group of trials once.
      if (made.some((one) => one.task === task)) flush();
      if (entry.type === "end") this.end(task, entry);
      const trials = entry.type === "trial" ? [await this.arrived(task, entry, place, outputs)] : [];
      if (trials.length > 0 || task.state !== "open") made.push({ task, trials, last: false });
    }
    flush();
    await this.keeping;
    await this.run.told?.();
    for (const { entry } of logged) if (entry?.type === "trial") this.forgetBlobs(entry);
    await this.trim(logged.at(-1)?.place);
    this.endIfEnough();
  }

  putBack(index: number): void {
    const task = this.taskOf(index);
    if (task === undefined) return;
    this.run.book.tasks.putBack(task);
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
    this.keep([{ task, trials: [], last: false }], []);
  }

  settled(): Promise<unknown> {
    return this.keeping;
  }

  private async arrived(task: Task, entry: TrialEntry, place: string, outputs: Output[]): Promise<Trial> {
    for (const [key, text] of entry.notices ?? []) this.run.notice(key, text);
    const blobs = await Promise.all(
      (entry.blobs ?? []).map(({ hash }) => this.coordinator.blobs.receive(hash)),
    );
    const received = entry.done === true ? await this.run.receive(task, entry, blobs) : [];
    outputs.push(...received);
    const trial = trialOf(entry, task, loggedAt(this.run.run, place));
    return received.length > 0 && this.run.kind === "run" ? { ...trial, result: received[0].name } : trial;
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

  private keep(made: readonly Made[], outputs: readonly Output[]): void {
    if (made.length === 0) return;
    const settling = settle(this.run, made, outputs);
    if (settling !== undefined) this.keeping = Promise.all([this.keeping, settling]);
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
    const { until, book } = this.run;
    return until !== undefined && book.solved >= until;
  }

  private endIfEnough(): void {
    const { stopping, book } = this.run;
    if (this.isEnough()) stopping.end("until");
    else if (isHopeless(book)) stopping.end("hopeless");
  }

  private taskOf(index: number): Task | undefined {
    return this.run.book.tasks.at(index);
  }

  private turnOf(task: Task): JobTask {
    const { index, input, occurrence, trials, attempts, counted, failures } = task;
    const { book } = this.run;
    const most = Math.min(
      book.maxAttempts - attempts,
      (book.maxCounted ?? Infinity) - counted,
      book.givesUp ? Math.ceil(maxFailures(book)) - failures : Infinity,
    );
    const turn = { index, input, occurrence, trials, attempts };
    return most < Infinity ? { ...turn, most: Math.max(1, most) } : turn;
  }
}
