import {
  type RedisPlace,
  shownPlace,
  startClusterWorker,
  type Turn,
  type TurnEnd,
  type TurnExecutorFactory,
  type WorkerRun,
} from "@mulligan/cluster";
import { type CellResult, cellCount } from "@mulligan/core/simulate";
import { say } from "../shell/output.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type ExperimentWords, readExperiment } from "../simulate/read-experiment.ts";
import { openPool, type Pool } from "../threads/open-pool.ts";
import { type CellRange, cellsSchema, readRange, readTimesText, resultsDocument } from "./cell-messages.ts";
import type { CellWork } from "./cell-thread.ts";
import { runPerformer } from "./run-performer.ts";
import { satPerformer } from "./sat-performer.ts";
import type { WalkReply, WalkWork } from "./sat-thread.ts";

/** Plays cells of experiments that others started. Nothing is read or run but what is in the words. */
function cellPerformer(threads: Pool<CellWork, CellResult[]>): TurnExecutorFactory {
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

/** What is computed meanwhile is for nobody. */
function stopped(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

/** Threads that are started when the first formula comes. */
function walkingThreads(threads: number): Pool<WalkWork, WalkReply> {
  return onceAsked(() => openPool(new URL("./sat-thread.js", import.meta.url), "walk", threads, undefined));
}

/** The same for the cells of experiments: all of them share these. */
function cellThreads(threads: number): Pool<CellWork, CellResult[]> {
  return onceAsked(() =>
    openPool(new URL("./cell-thread.js", import.meta.url), "playCellsOf", threads, undefined),
  );
}

function onceAsked<Task, Result>(open: () => Pool<Task, Result>): Pool<Task, Result> {
  let pool: Pool<Task, Result> | undefined;
  return {
    run(task) {
      pool ??= open();
      return pool.run(task);
    },
    close: async () => pool?.close(),
  };
}

export interface ServeSetting {
  readonly place: RedisPlace;
  readonly jobs: number;
  readonly allow: readonly string[];
  readonly lockMs: number;
  /** Aborted when programs are to end without grace. */
  readonly hurry: AbortSignal;
}

/** Starts a worker for run, sat and simulate. Resolves to its stop function. */
export async function serveCluster(setting: ServeSetting): Promise<() => Promise<void>> {
  const { place, jobs, allow, lockMs, hurry } = setting;
  const [walking, playing] = [walkingThreads(jobs), cellThreads(jobs)];
  const programs = runPerformer(allow, hurry);
  const executors = { run: programs, sat: satPerformer(walking), simulate: cellPerformer(playing) };
  const worker = await startClusterWorker({ place, jobs, executors, lockMs, notice: say });
  const may = allow.length === 0 ? "no programs" : allow.join(", ");
  say(`worker ${worker.name} at ${shownPlace(place)}: ${jobs} at a time; may run ${may}`);
  return async () => {
    await worker.close();
    await Promise.all([walking.close(), playing.close()]);
    await programs.close();
  };
}
