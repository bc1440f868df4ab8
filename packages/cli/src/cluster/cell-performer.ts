import type { Turn, TurnEnd, TurnExecutorFactory, WorkerRun } from "@mulligan/cluster";
import { type CellResult, cellCount } from "@mulligan/core/simulate";
import { UsageError } from "../shell/usage-error.ts";
import { type ExperimentWords, readExperiment } from "../simulate/read-experiment.ts";
import { openPool, type Pool } from "../threads/open-pool.ts";
import { type CellRange, cellsSchema, readRange, readTimesText, resultsDocument } from "./cell-messages.ts";
import type { CellWork } from "./cell-thread.ts";

/** Plays cells of experiments that others started. Nothing is read or run but what is in the words. */
export function cellPerformer(threads: Pool<CellWork, CellResult[]>): TurnExecutorFactory {
  return {
    async open(run) {
      const words = await wordsOf(run);
      const total = cellCount(readExperiment(words));
      const play = (range: CellRange) => threads.run({ run: run.name, words, ...range });
      return { execute: (turn) => playTurn(turn, total, play) };
    },
  };
}

async function wordsOf({ detail, blobs }: WorkerRun): Promise<ExperimentWords> {
  const { words, times: hash } = cellsSchema.parse(detail);
  const bytes = hash === undefined ? undefined : await blobs.get(hash);
  if (hash !== undefined && bytes === undefined) throw new UsageError("the times of its laws did not arrive");
  const times = bytes === undefined ? new Map() : readTimesText(bytes.toString());
  const { schedule, maxRestarts, ...rest } = words;
  return {
    ...rest,
    times,
    ...(schedule === undefined ? {} : { schedule }),
    ...(maxRestarts === undefined ? {} : { maxRestarts }),
  };
}

async function playTurn(
  turn: Turn,
  total: number,
  play: (range: CellRange) => Promise<CellResult[]>,
): Promise<TurnEnd> {
  const range = readRange(turn.task.input, total);
  if (range === undefined) return { ending: "unsolvable", problem: "no cells of this experiment" };
  try {
    const results = await Promise.race([play(range), stopped(turn.stop)]);
    if (results === undefined) return { ending: "given-back" };
    turn.result(resultsDocument(results));
    return "done";
  } catch (error) {
    if (error instanceof UsageError) return { ending: "unsolvable", problem: error.message };
    throw error;
  }
}

/** Resolves when the run is stopped; the result of the cells is dropped then. */
function stopped(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

/** Threads for the cells of all experiments, started with the first. */
export function cellThreads(threads: number): Pool<CellWork, CellResult[]> {
  return lazyPool(() =>
    openPool(new URL("./cell-thread.js", import.meta.url), "playCellsOf", threads, undefined),
  );
}

/** A pool that is opened when it is first used. */
export function lazyPool<Task, Result>(open: () => Pool<Task, Result>): Pool<Task, Result> {
  let pool: Pool<Task, Result> | undefined;
  return {
    run(task) {
      pool ??= open();
      return pool.run(task);
    },
    close: async () => pool?.close(),
  };
}
