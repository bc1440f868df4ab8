import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { UsageError } from "../shell/usage-error.ts";
import { closedWithPools } from "./end-threads.ts";

/** Worker threads that all run one function. */
export interface Pool<Task, Result> {
  run(task: Task): Promise<Result>;
  /** Ends the threads. A command leaves this to `closePools`, which ends them after its results are out. */
  close(): Promise<void>;
}

/** The most that `--jobs` may be. */
export const MAX_THREADS = 1_024;

/**
 * More threads than this for each core only take turns, and it takes them long to begin and to end: with 64 on two
 * cores a process ended 15 s after its signal, with 1,024 after 43 s.
 */
const MAX_THREADS_A_CORE = 4;

/** Returns the number of threads that are started if so many are requested. */
export function usefulThreads(requested: number): number {
  return Math.min(requested, MAX_THREADS_A_CORE * availableParallelism());
}

/**
 * Piscina loads a module by require() first. Node 20 ends the whole process by SIGABRT if a thread is ended while it loads
 * an ES module that way ("IsGraphAsync must be used on an instantiated module"). With this flag require() refuses, and
 * Piscina imports the module.
 */
const NO_REQUIRE = "--no-experimental-require-module";

/** The flags of this process are not among them: V8's are for all threads anyway, and Node refuses them here. */
function threadFlags(): string[] {
  return process.allowedNodeEnvironmentFlags.has(NO_REQUIRE) ? [NO_REQUIRE] : [];
}

/** Starts `threads` workers, each of which loads `module` and calls its export `name`; `shared` is sent once to each. */
export function openPool<Task, Result>(
  module: URL,
  name: string,
  threads: number,
  shared: unknown,
  tasksPerThread = 1,
): Pool<Task, Result> {
  const started = usefulThreads(threads);
  const pool = new Piscina<Task, Result | RefusedTask>({
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
  // Errors of workers after the pool was closed do not matter.
  pool.on("error", (error: unknown) => {
    if (!closed) throw error;
  });
  const close = closedWithPools({
    close() {
      closed = true;
      return pool.destroy();
    },
  });
  return {
    async run(task) {
      const answer = await pool.run(task);
      if (isRefused(answer)) throw new UsageError(answer.refused);
      return answer;
    },
    close,
  };
}

/** A worker's answer to a mistake of the user. An error would lose its class between threads. */
export interface RefusedTask {
  readonly refused: string;
}

/** Wraps the function of a worker so that its `UsageError`s reach the caller as such. Other errors are defects. */
export function withUsageErrors<Task, Result>(
  work: (task: Task) => Result | Promise<Result>,
): (task: Task) => Promise<Result | RefusedTask> {
  return async (task) => {
    try {
      return await work(task);
    } catch (error) {
      if (error instanceof UsageError) return { refused: error.message };
      throw error;
    }
  };
}

function isRefused(answer: unknown): answer is RefusedTask {
  return typeof answer === "object" && answer !== null && "refused" in answer;
}
