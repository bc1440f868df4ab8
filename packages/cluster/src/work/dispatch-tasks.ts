import type { JobTask } from "../messages/job.ts";
import { endsTurn } from "../messages/log-entry.ts";
import type { LoggedEntry } from "../store/run-store.ts";
import type { Coordinator, DispatchedTurn, FailedJob } from "./coordinator.ts";

/** The tasks of a run, and what to do with the entries of its log. */
export interface TaskSource {
  /** The next task that is open and not dispatched; undefined if there is none at the moment. */
  next(): JobTask | undefined;
  /** Sends what the task needs before it is dispatched. */
  prepare?(task: JobTask): Promise<JobTask>;
  /** Takes entries of the log, in their order; resolves when it is ready for more. */
  take(logged: readonly LoggedEntry[]): Promise<void>;
  /** Takes back a task whose turn is over. */
  putBack(index: number): void;
  /** Takes note of a job that no worker could execute. */
  failed(job: FailedJob): void;
  /** True if the run must stop. */
  readonly stopped: boolean;
  /** True if it must stop without waiting for trials under way. */
  readonly hurried: boolean;
}

/** Turns in the queue or under way at a time: enough for hundreds of workers with short tasks. */
export const WINDOW = 500;
/** After so long without an entry, the job of a turn is checked. */
const SWEEP_MS = 3_000;
/** How long trials under way may take to end when the run must stop. */
const STOP_MS = 1_200;

/** Keeps `window` tasks in the queue and reads the log, until all tasks are over or the run must stop. */
export async function dispatchTasks(
  coordinator: Coordinator,
  source: TaskSource,
  window = WINDOW,
): Promise<void> {
  const out = new Map<number, DispatchedTurn & { heard: number }>();
  let lastSweep = performance.now();
  let stopping: number | undefined;

  async function fill(): Promise<void> {
    const tasks: JobTask[] = [];
    while (out.size + tasks.length < window) {
      const task = source.next();
      if (task === undefined) break;
      tasks.push(task);
    }
    const prepared = await Promise.all(tasks.map((task) => source.prepare?.(task) ?? task));
    for (const turn of await coordinator.dispatch(prepared)) {
      out.set(turn.task.index, { ...turn, heard: performance.now() });
    }
  }

  function close(index: number): void {
    if (out.delete(index)) source.putBack(index);
  }

  function noteEntry({ entry }: LoggedEntry): void {
    if (entry === undefined) return;
    const turn = out.get(entry.index);
    if (turn === undefined || turn.turn !== entry.turn) return;
    if (endsTurn(entry)) close(entry.index);
    else turn.heard = performance.now();
  }

  async function sweep(): Promise<void> {
    const now = performance.now();
    if (now - lastSweep < SWEEP_MS) return;
    lastSweep = now;
    const silent = [...out.values()].filter(({ heard }) => now - heard >= SWEEP_MS);
    for (const failed of await coordinator.sweep(silent)) {
      source.failed(failed);
      close(failed.index);
    }
  }

  for (;;) {
    if (!source.stopped) await fill();
    else if (stopping === undefined) {
      stopping = performance.now();
      for (const index of await coordinator.stop([...out.values()])) close(index);
    }
    if (out.size === 0) return;
    if (source.hurried || (stopping !== undefined && performance.now() - stopping > STOP_MS)) return;
    const logged = await coordinator.next();
    await source.take(logged);
    for (const one of logged) noteEntry(one);
    await sweep();
  }
}
