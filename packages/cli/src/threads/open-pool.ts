import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { accepted, type Refusal } from "./refusing.ts";

/** Worker threads that all run one function. */
export interface Pool<Task, Result> {
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
}

/** That `--jobs` may ask for. */
export const MAX_THREADS = 1_024;

/**
 * So many are started for each core, however many are asked for: more only take turns, and it takes them long to begin
 * and to end. With 64 for two cores a process that was asked to end did so after 15 s, with 1,024 after 43 s.
 */
const MAX_THREADS_A_CORE = 4;

/** Of the threads that are asked for, those that are of use. */
export function usefulThreads(asked: number): number {
  return Math.min(asked, MAX_THREADS_A_CORE * availableParallelism());
}

/**
 * Piscina asks for a module by require() first. Node 20 ends the whole process by SIGABRT if a thread is told to end while
 * it loads an ES module so ("IsGraphAsync must be used on an instantiated module"): with this it refuses, and Piscina
 * imports the module.
 */
const NO_REQUIRE = "--no-experimental-require-module";

function threadFlags(): string[] {
  return process.allowedNodeEnvironmentFlags.has(NO_REQUIRE)
    ? [...process.execArgv, NO_REQUIRE]
    : process.execArgv;
}

const open = new Set<{ close(): Promise<void> }>();

/** Ends all threads at once. A process that ends without it waits for one after the other, while the rest work on. */
export async function closePools(): Promise<void> {
  await Promise.all(Array.from(open, (pool) => pool.close()));
}

/** Something else that is to end with the threads if the command is asked to; gives a way to end it before. */
export function closedWithPools(other: { close(): Promise<void> }): () => Promise<void> {
  open.add(other);
  return () => {
    open.delete(other);
    return other.close();
  };
}

/**
 * `threads` workers, started at once, each of which loads `module` and calls its export `name`; what all
 * of them need is in `shared`, sent once.
 */
export function openPool<Task, Result>(
  module: URL,
  name: string,
  threads: number,
  shared: unknown,
  tasksPerThread = 1,
): Pool<Task, Result> {
  const started = usefulThreads(threads);
  const pool = new Piscina<Task, Result | Refusal>({
    filename: module.href,
    name,
    minThreads: started,
    maxThreads: started,
    workerData: shared,
    execArgv: threadFlags(),
    concurrentTasksPerWorker: tasksPerThread,
    atomics: "disabled",
  });
  let closed = false;
  // What a worker still says when nobody listens any more is no error.
  pool.on("error", (error: unknown) => {
    if (!closed) throw error;
  });
  const opened: Pool<Task, Result> = {
    run: async (task) => accepted(await pool.run(task)),
    close() {
      closed = true;
      open.delete(opened);
      return pool.destroy();
    },
  };
  open.add(opened);
  return opened;
}
