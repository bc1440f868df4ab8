import { type Decision, stream } from "@mulligan/core";
import { openPool } from "../pool/open-pool.ts";
import type { SatReply, SatShared, SatWork } from "../pool/sat-worker.ts";
import type { Decisions } from "./decisions.ts";
import type { HeuristicArm } from "./read-heuristic.ts";

/** What came of one file. */
export interface SatTask {
  readonly file: string;
  solved: boolean;
  tries: number;
  flips: number;
  /** Of the last try. */
  arm: number;
  cutoff: number;
  model?: readonly number[];
  problem?: string;
  hopeless?: true;
}

export interface SatRun {
  readonly files: readonly string[];
  readonly arms: readonly HeuristicArm[];
  readonly decisions: Decisions;
  readonly maxTries: number;
  /** Flips to spend. */
  readonly budget: number;
  readonly jobs: number;
  readonly seed: number;
  readonly models: boolean;
  /** Set to stop: workers look at it too. */
  readonly stop: SharedArrayBuffer;
  onTask(task: SatTask): void;
  onTry(arm: number, cutoff: number, flips: number, solved: boolean): void;
}

export interface SatTimes {
  walkMs: number;
  solveMs: number;
}

/** Tries that are decided in advance, as a share of all tries so far: one at a time at first. */
const SHARE_AHEAD = 0.01;
const MOST_FILES_A_MESSAGE = 32;
/** A worker has its next message before it is done with this one. */
const MESSAGES_A_WORKER = 2;

/**
 * Lets the workers try every file until it is solved, given up, or all is to stop. The policy lives here
 * and learns in the order in which replies arrive; with one worker that order is always the same.
 */
export async function solveFiles(run: SatRun): Promise<SatTimes> {
  const { files, arms, decisions, maxTries, jobs } = run;
  const shared: SatShared = {
    arms: arms.map(({ settings }) => settings),
    models: run.models,
    stop: run.stop,
  };
  const pool = openPool<readonly SatWork[], SatReply[]>(
    new URL("../pool/sat-worker.js", import.meta.url),
    "solve",
    Math.min(jobs, files.length),
    shared,
    MESSAGES_A_WORKER,
  );
  const stop = new Int32Array(run.stop);
  const times: SatTimes = { walkMs: 0, solveMs: 0 };
  const tasks = files.map(
    (file): SatTask => ({ file, solved: false, tries: 0, flips: 0, arm: 0, cutoff: 0 }),
  );
  const again: number[] = [];
  let [next, done, tries, spent] = [0, 0, 0, 0];

  const take = (): { work: SatWork; decided: readonly Decision[] }[] => {
    const size = Math.max(1, Math.min(MOST_FILES_A_MESSAGE, Math.floor(done / (8 * jobs))));
    const batch: { work: SatWork; decided: readonly Decision[] }[] = [];
    while (batch.length < size && (again.length > 0 || next < files.length)) {
      const task = again.shift() ?? next++;
      const attempt = tasks[task].tries + 1;
      const ahead = 1 + Math.floor(SHARE_AHEAD * tries);
      const decided = decisions.ahead(attempt, Math.min(ahead, maxTries - tasks[task].tries));
      const work: SatWork = {
        task,
        file: files[task],
        seed: Math.floor(stream(run.seed, "flips", task, attempt).uniform() * 2 ** 32),
        arms: decided.map(({ arm }) => arm),
        cutoffs: decided.map(({ cutoff }) => cutoff),
      };
      batch.push({ work, decided });
    }
    return batch;
  };

  const learn = (reply: SatReply, decided: readonly Decision[]) => {
    const task = tasks[reply.task];
    times.walkMs += reply.walkMs;
    times.solveMs += reply.solveMs;
    reply.flips.forEach((flips, i) => {
      const decision = decided[i];
      const last = i === reply.flips.length - 1;
      const solved = last && reply.solved;
      const cut = last && reply.stopped ? flips : decision.cutoff;
      decisions.observe(
        decision,
        solved
          ? { kind: "completed", time: flips, reward: 1 }
          : { kind: "censored", time: cut, resetting: reply.restartFlips },
      );
      run.onTry(decision.arm, decision.cutoff, flips, solved);
      task.tries += 1;
      tries += 1;
      task.flips += flips;
      task.arm = decision.arm;
      task.cutoff = decision.cutoff;
      spent += Math.max(1, flips);
    });
    task.solved = reply.solved;
    if (reply.model !== undefined) task.model = reply.model;
    if (reply.problem !== undefined) task.problem = reply.problem;
    if (reply.hopeless) task.hopeless = true;
    if (spent >= run.budget) Atomics.store(stop, 0, 1);
    const over = task.solved || task.problem !== undefined || task.hopeless || task.tries >= maxTries;
    if (over) done += 1;
    else if (Atomics.load(stop, 0) === 0) again.push(reply.task);
    if (over || Atomics.load(stop, 0) !== 0) run.onTask(task);
  };

  const feed = async () => {
    while (Atomics.load(stop, 0) === 0) {
      const batch = take();
      if (batch.length === 0) return;
      const replies = await pool.run(batch.map(({ work }) => work));
      replies.forEach((reply, i) => {
        learn(reply, batch[i].decided);
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, files.length) * MESSAGES_A_WORKER }, feed));
    // A feeder that found nothing to do may have left before another put a file back.
    while (again.length > 0 && Atomics.load(stop, 0) === 0) await feed();
  } finally {
    await pool.close();
  }
  return times;
}
