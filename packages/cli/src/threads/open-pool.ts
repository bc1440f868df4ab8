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
  const pool = new Piscina<Task, Result | Refusal>({
    filename: module.href,
    name,
    minThreads: threads,
    maxThreads: threads,
    workerData: shared,
    concurrentTasksPerWorker: tasksPerThread,
    atomics: "disabled",
  });
  let closed = false;
  // What a worker still says when nobody listens any more is no error.
  pool.on("error", (error: unknown) => {
    if (!closed) throw error;
  });
  return {
    run: async (task) => accepted(await pool.run(task)),
    close() {
      closed = true;
      return pool.destroy();
    },
  };
}
