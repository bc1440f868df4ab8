import { setFlagsFromString } from "node:v8";

/**
 * The end of worker threads. They end last: when a command has printed its results, closed its journal and set its exit
 * code. A process that lives on ends the threads of a piece of work with that work.
 *
 * Node 20 may end the whole process by SIGABRT while it ends a thread (`Assertion failed: (data.first) != nullptr` in
 * `NodePlatform::ForIsolate`). It first takes the thread from the list of those that can have tasks, and then lets V8 wait
 * for the functions that V8 still compiles for the thread. If the compiler needs memory, and the heap has reached the
 * size at which a collection should begin, V8 schedules a task that begins it, for a thread that is no longer listed. So
 * V8 schedules no such task while threads end; a collection then begins a little later, with an allocation. It is of no
 * use to let threads end by themselves, to wait a moment, or to compile WebAssembly before: the compiler works on
 * JavaScript, and nothing tells when it has finished. Node 22 asks for the list when a thread begins.
 *
 * Not used: `--no-incremental-marking`, since V8 would then request the whole collection by such a task, and
 * `--no-concurrent-recompilation`, since what Node keeps compiled of its own modules is for the flags of a normal start.
 */
const NEEDS_CARE = Number.parseInt(process.versions.node, 10) < 22;

let endings = 0;

/** Calls `end`, which ends threads and resolves when they are gone. */
async function withoutMarkingTasks(end: () => Promise<unknown>): Promise<void> {
  endings += 1;
  stopMarkingTasks();
  try {
    await end();
  } finally {
    endings -= 1;
    if (NEEDS_CARE && endings === 0) setFlagsFromString("--incremental-marking-task");
  }
}

/** Stops marking tasks. Call it before the process ends, or before a thread ends itself. */
export function stopMarkingTasks(): void {
  if (NEEDS_CARE) setFlagsFromString("--no-incremental-marking-task");
}

/** Threads, or something else that must end with the command. */
export interface Closable {
  close(): Promise<unknown>;
}

const open = new Set<Closable>();

/** Registers something that `closePools` closes, unless the returned function has closed it before. */
export function closedWithPools(pool: Closable): () => Promise<void> {
  open.add(pool);
  return async () => {
    if (open.delete(pool)) await withoutMarkingTasks(() => pool.close());
  };
}

/** Ends all threads at once. Without it, a process waits for the threads one after the other. */
export async function closePools(): Promise<void> {
  const pools = [...open];
  open.clear();
  if (pools.length > 0) await withoutMarkingTasks(() => Promise.all(pools.map((pool) => pool.close())));
}
