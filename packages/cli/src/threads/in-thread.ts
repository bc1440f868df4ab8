import { openPool } from "./open-pool.ts";

/**
 * Does one piece of work in a thread of its own. What computes for seconds without a pause hears no signal: the thread
 * that computes must not be the one that listens.
 */
export async function inThread<Task, Result>(module: URL, name: string, task: Task): Promise<Result> {
  const pool = openPool<Task, Result>(module, name, 1, undefined);
  try {
    return await pool.run(task);
  } finally {
    await pool.close();
  }
}
