import type { TurnTask } from "../messages/job.ts";
import { endsTurn } from "../messages/log-entry.ts";
import type { Logged } from "../store/log.ts";
import type { Coordinator, FailedJob, TurnOut } from "./coordinator.ts";

/** Who has tasks, and wants to know what comes of them. */
export interface Following {
  /** The next task that is open and not in hand; undefined if there is none just now. */
  next(): TurnTask | undefined;
  /** Sees to it that what a task needs is there. */
  prepare?(task: TurnTask): Promise<TurnTask>;
  /** Entries of the log, in their order; resolves when more are wanted. */
  take(logged: readonly Logged[]): Promise<void>;
  /** A turn at a task is over: it is in hand no longer. */
  putBack(index: number): void;
  /** A job that no worker could make anything of. */
  failed(job: FailedJob): void;
  /** Whether all is to stop, and whether there is no time even for that. */
  readonly stopped: boolean;
  readonly hurried: boolean;
}

/** Turns that are in the queue or under way at a time: enough for hundreds of workers with short tasks. */
export const WINDOW = 500;
/** A turn of which nothing was heard for so long is looked for. */
const SWEEP_MS = 3_000;
/** How long trials under way have to end when all is to stop. */
const STOP_MS = 1_200;

/** Puts tasks into the queue, `window` at a time, and follows them until all are over or all is to stop. */
export async function follow(coordinator: Coordinator, desk: Following, window = WINDOW): Promise<void> {
  const out = new Map<number, TurnOut & { heard: number }>();
  let swept = performance.now();
  let stopping: number | undefined;

  async function fill(): Promise<void> {
    const tasks: TurnTask[] = [];
    while (out.size + tasks.length < window) {
      const task = desk.next();
      if (task === undefined) break;
      tasks.push(task);
    }
    const prepared = await Promise.all(tasks.map((task) => desk.prepare?.(task) ?? task));
    for (const turn of await coordinator.dispatch(prepared)) {
      out.set(turn.task.index, { ...turn, heard: performance.now() });
    }
  }

  function close(index: number): void {
    if (out.delete(index)) desk.putBack(index);
  }

  function settle({ entry }: Logged): void {
    if (entry === undefined) return;
    const turn = out.get(entry.index);
    if (turn === undefined || turn.turn !== entry.turn) return;
    if (endsTurn(entry)) close(entry.index);
    else turn.heard = performance.now();
  }

  async function sweep(): Promise<void> {
    const now = performance.now();
    if (now - swept < SWEEP_MS) return;
    swept = now;
    const silent = [...out.values()].filter(({ heard }) => now - heard >= SWEEP_MS);
    for (const failed of await coordinator.sweep(silent)) {
      desk.failed(failed);
      close(failed.index);
    }
  }

  for (;;) {
    if (!desk.stopped) await fill();
    else if (stopping === undefined) {
      stopping = performance.now();
      for (const index of await coordinator.stop([...out.values()])) close(index);
    }
    if (out.size === 0) return;
    if (desk.hurried || (stopping !== undefined && performance.now() - stopping > STOP_MS)) return;
    const logged = await coordinator.next();
    await desk.take(logged);
    for (const one of logged) settle(one);
    await sweep();
  }
}
