import type { Decision, Outcome } from "@mulligan/core";
import { stream } from "@mulligan/core/random";
import type { Trial } from "../journal/trial-line.ts";
import { openPool } from "../threads/open-pool.ts";
import type { Decisions } from "./decisions.ts";
import { newFlipBudget } from "./flip-budget.ts";
import { type SatEnding, type SatReply, type SatShared, type SatWork, satEndings } from "./messages.ts";
import type { HeuristicArm } from "./read-heuristic.ts";
import { isOver, record, type SatTask } from "./tasks.ts";

export interface SatRun {
  readonly tasks: readonly SatTask[];
  readonly arms: readonly HeuristicArm[];
  readonly decisions: Decisions;
  readonly maxAttempts: number;
  /** Flips to spend. */
  readonly budget: number;
  readonly jobs: number;
  readonly seed: number;
  /** Tries of earlier runs, which this one goes on from. */
  readonly earlier: number;
  readonly models: boolean;
  /** Set to stop: workers look at it too. */
  readonly stop: SharedArrayBuffer;
  onTry(trial: Trial): void;
  /** Waited for before the try is kept, so that who reads of a model finds it. */
  onModel(task: SatTask, literals: readonly number[]): Promise<void> | undefined;
  /** Resolves when the tries are safe; without it they need not be. */
  keep?: ((trials: readonly Trial[]) => Promise<void>) | undefined;
  /** When nothing more is to be done about a file, or all is to stop; what it came to is safe then. */
  onTask(task: SatTask): void;
}

export interface SatTimes {
  walkMs: number;
  solveMs: number;
}

/** A file of a message, with what was decided for the next tries at it. */
interface BatchEntry {
  /** Its place among the tasks. */
  readonly task: number;
  readonly seed: number;
  readonly decided: readonly Decision[];
}

type Batch = readonly BatchEntry[];

/** What a worker made of it. */
interface Tried {
  readonly ending: SatEnding;
  readonly flips: Float64Array;
  readonly restartFlips: number;
}

const MAX_FILES_A_MESSAGE = 64;
/**
 * While little is known a message should be short, so that the next one knows more. But with one file each, 500 small
 * files took a quarter more time, since the workers waited for messages; four take 1% more flips.
 */
const LEAST_FILES_A_MESSAGE = 4;
/** Half a millisecond of flips or so is enough to be decided in advance for a file. */
const FLIPS_AHEAD = 5_000;
/** Where there is no other for the worker to turn to, it would wait for as long as a thousand flips take. */
const FLIPS_AHEAD_ALONE = 50_000;
/** A worker has its next message before it is done with this one. */
const MESSAGES_A_WORKER = 2;

/**
 * Lets the workers try every file until it is solved, given up, or all is to stop. The policy lives here
 * and learns in the order in which replies arrive; with one worker that order is always the same.
 */
export async function solveFiles(run: SatRun): Promise<SatTimes> {
  const { tasks, arms, decisions, maxAttempts } = run;
  const open = tasks.flatMap((task, place) => (isOver(task, maxAttempts) ? [] : [place]));
  const times: SatTimes = { walkMs: 0, solveMs: 0 };
  if (open.length === 0) return times;
  const jobs = Math.min(run.jobs, open.length);
  const shared: SatShared = {
    files: tasks.map(({ file }) => file),
    arms: arms.map(({ settings }) => settings),
    models: run.models,
    stop: run.stop,
    ...(run.budget === Infinity ? {} : { budget: newFlipBudget(run.budget) }),
  };
  const pool = openPool<SatWork, SatReply>(
    new URL("./worker.js", import.meta.url),
    "solve",
    jobs,
    shared,
    MESSAGES_A_WORKER,
  );
  const stop = new Int32Array(run.stop);
  const random = stream(run.seed, "flips", run.earlier);
  const again: number[] = [];
  let [next, done, spent] = [0, 0, 0];
  let safe: Promise<unknown> = Promise.resolve();

  /** So many that all workers end at about the same time. */
  const fairShare = (files: number) => Math.floor(files / (8 * jobs));

  const take = (): Batch => {
    const waiting = again.length + open.length - next;
    const least = Math.min(LEAST_FILES_A_MESSAGE, fairShare(waiting));
    const most = Math.min(MAX_FILES_A_MESSAGE, fairShare(Math.min(done, waiting)));
    const size = Math.max(1, least, most);
    const flips = waiting > jobs * MESSAGES_A_WORKER ? FLIPS_AHEAD : FLIPS_AHEAD_ALONE;
    const batch: BatchEntry[] = [];
    while (batch.length < size && (again.length > 0 || next < open.length)) {
      const task = again.shift() ?? open[next++];
      const { attempts } = tasks[task];
      const seed = Math.floor(random.uniform() * 2 ** 32);
      const decided = decisions.ahead(attempts + 1, { tries: maxAttempts - attempts, flips });
      batch.push({ task, seed, decided });
    }
    return batch;
  };

  /** What became of each try of a file. */
  const learn = (task: SatTask, { seed, decided }: BatchEntry, tried: Tried, trials: Trial[]) => {
    const { file: input, occurrence } = task;
    const last = tried.flips.length - 1;
    for (let k = 0; k <= last; k++) {
      const flips = tried.flips[k];
      const stopped = k === last && tried.ending === "stopped";
      const outcome: Outcome =
        k === last && tried.ending === "solved"
          ? { kind: "completed", time: flips, reward: 1 }
          : { kind: "censored", time: stopped ? flips : decided[k].cutoff, resetting: tried.restartFlips };
      const made = { input, occurrence, ...decided[k], seed, outcome };
      const trial: Trial = stopped ? { ...made, stopped } : made;
      decisions.observe(trial, outcome);
      record(task, trial);
      run.onTry(trial);
      trials.push(trial);
      spent += Math.max(1, flips);
    }
  };

  const takeIn = (reply: SatReply, batch: Batch) => {
    times.walkMs += reply.walkMs;
    times.solveMs += reply.solveMs;
    const trials: Trial[] = [];
    const ended: SatTask[] = [];
    const saved: Promise<void>[] = [];
    let from = 0;
    batch.forEach((entry, i) => {
      const task = tasks[entry.task];
      const ending = satEndings[reply.endings[i]];
      const flips = reply.flips.subarray(from, (from += reply.counts[i]));
      learn(task, entry, { ending, flips, restartFlips: reply.restartFlips[i] }, trials);
      if (ending === "hopeless") task.hopeless = true;
      const [model, problem] = [reply.models.get(i), reply.problems.get(i)];
      const saving = model && run.onModel(task, model);
      if (saving !== undefined) saved.push(saving);
      if (problem !== undefined) task.problem = problem;
      if (spent >= run.budget) Atomics.store(stop, 0, 1);
      const over = isOver(task, maxAttempts);
      if (over) done += 1;
      else if (Atomics.load(stop, 0) === 0) again.push(entry.task);
      if (over || Atomics.load(stop, 0) !== 0) ended.push(task);
    });
    if (run.keep === undefined && saved.length === 0) ended.forEach(run.onTask);
    else tell(keep(trials, saved), ended);
  };

  const keep = async (trials: readonly Trial[], saved: readonly Promise<void>[]) => {
    await Promise.all(saved);
    await run.keep?.(trials);
  };

  const tell = (keeping: Promise<void>, ended: readonly SatTask[]) => {
    const kept = keeping.then(
      () => ended.forEach(run.onTask),
      (error) => {
        Atomics.store(stop, 0, 1);
        throw error;
      },
    );
    safe = Promise.all([safe, kept]);
    safe.catch(() => {}); // it is awaited at the end
  };

  const feed = async () => {
    while (Atomics.load(stop, 0) === 0) {
      const batch = take();
      if (batch.length === 0) return;
      takeIn(await pool.run(messageOf(batch)), batch);
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs * MESSAGES_A_WORKER }, feed));
    // A feeder that found nothing to do may have left before another put a file back.
    while (again.length > 0 && Atomics.load(stop, 0) === 0) await feed();
    await safe;
  } finally {
    await pool.close();
  }
  return times;
}

function messageOf(batch: Batch): SatWork {
  const places = new Map<readonly Decision[], number>();
  const tries: Decision[] = [];
  for (const { decided } of batch) {
    if (places.has(decided)) continue;
    places.set(decided, tries.length);
    tries.push(...decided);
  }
  return {
    tasks: new Uint32Array(batch.map(({ task }) => task)),
    seeds: new Uint32Array(batch.map(({ seed }) => seed)),
    firsts: new Uint32Array(batch.map(({ decided }) => places.get(decided)!)),
    counts: new Uint32Array(batch.map(({ decided }) => decided.length)),
    arms: new Uint32Array(tries.map(({ arm }) => arm)),
    cutoffs: new Float64Array(tries.map(({ cutoff }) => cutoff)),
  };
}
