import type { PerformedRun, Performer, Turn, TurnEnd } from "@mulligan/cluster";
import type { CellResult } from "@mulligan/core/simulate";
import { UsageError } from "../shell/usage-error.ts";
import { type ExperimentWords, readExperiment } from "../simulate/read-experiment.ts";
import { openPool, type Pool } from "../threads/open-pool.ts";
import { type CellRange, cellsSchema, readRange, readTimesText, resultsDocument } from "./cell-messages.ts";

/** Plays cells of experiments that others started, on so many threads. Nothing is read or run but what is in the words. */
export function cellPerformer(threads: number): Performer {
  return {
    async open(run) {
      const words = await wordsOf(run);
      const { policies, horizons, runs } = readExperiment(words);
      const total = policies.length * horizons.length * runs;
      const players = idlingThreads(threads, words);
      return { turn: (turn) => playTurn(turn, total, players.play), close: players.close };
    },
  };
}

/** Threads without work are ended after so long: a worker may know of many experiments. */
const IDLE_MS = 5_000;

/** Threads that play the cells of one experiment, there while they are needed. */
function idlingThreads(threads: number, words: ExperimentWords) {
  const module = new URL("../simulate/cell-worker.js", import.meta.url);
  let pool: Pool<CellRange, CellResult[]> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let busy = 0;
  const close = async () => {
    clearTimeout(idle);
    const last = pool;
    pool = undefined;
    await last?.close();
  };
  return {
    close,
    async play(range: CellRange): Promise<CellResult[]> {
      clearTimeout(idle);
      busy += 1;
      pool ??= openPool(module, "playCells", threads, words);
      try {
        return await pool.run(range);
      } finally {
        busy -= 1;
        if (busy === 0) idle = setTimeout(() => void close(), IDLE_MS).unref();
      }
    },
  };
}

async function wordsOf({ detail, blobs }: PerformedRun): Promise<ExperimentWords> {
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

/** What is computed meanwhile is for nobody. */
function stopped(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
