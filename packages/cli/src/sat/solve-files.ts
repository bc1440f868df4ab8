import { type Decision, type Outcome, stream } from "@mulligan/core";
import { openPool } from "../pool/open-pool.ts";
import { type SatReply, type SatShared, type SatWork, satEndings } from "../pool/sat-messages.ts";
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

/** Files of one message, with what was decided for the next tries at each. */
type Batch = readonly { readonly task: number; readonly decided: readonly Decision[] }[];

/** Tries that are decided in advance, as a share of all tries so far: one at a time at first. */
const SHARE_AHEAD = 0.01;
const MOST_FILES_A_MESSAGE = 64;
/** A worker has its next message before it is done with this one. */
const MESSAGES_A_WORKER = 2;

/**
 * Lets the workers try every file until it is solved, given up, or all is to stop. The policy lives here
 * and learns in the order in which replies arrive; with one worker that order is always the same.
 */
export async function solveFiles(run: SatRun): Promise<SatTimes> {
  const { files, arms, decisions, maxTries, jobs } = run;
  const shared: SatShared = {
    files,
    arms: arms.map(({ settings }) => settings),
    models: run.models,
    stop: run.stop,
  };
  const pool = openPool<SatWork, SatReply>(
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
  const random = stream(run.seed, "flips");
  const again: number[] = [];
  let [next, done, tries, spent] = [0, 0, 0, 0];

  const take = (): Batch => {
    const waiting = again.length + files.length - next;
    const fair = Math.floor(Math.min(done, waiting) / (8 * jobs));
    const size = Math.max(1, Math.min(MOST_FILES_A_MESSAGE, fair));
    const batch: { task: number; decided: readonly Decision[] }[] = [];
    while (batch.length < size && (again.length > 0 || next < files.length)) {
      const task = again.shift() ?? next++;
      const ahead = 1 + Math.floor(SHARE_AHEAD * tries);
      const most = Math.min(ahead, maxTries - tasks[task].tries);
      batch.push({ task, decided: decisions.ahead(tasks[task].tries + 1, most) });
    }
    return batch;
  };

  const messageOf = (batch: Batch): SatWork => {
    const tried = batch.reduce((sum, { decided }) => sum + decided.length, 0);
    const message: SatWork = {
      tasks: new Uint32Array(batch.length),
      seeds: new Uint32Array(batch.length),
      counts: new Uint32Array(batch.length),
      arms: new Uint32Array(tried),
      cutoffs: new Float64Array(tried),
    };
    let k = 0;
    batch.forEach(({ task, decided }, i) => {
      message.tasks[i] = task;
      message.seeds[i] = Math.floor(random.uniform() * 2 ** 32);
      message.counts[i] = decided.length;
      for (const { arm, cutoff } of decided) {
        message.arms[k] = arm;
        message.cutoffs[k++] = cutoff;
      }
    });
    return message;
  };

  const observe = (task: SatTask, decision: Decision, flips: number, outcome: Outcome) => {
    decisions.observe(decision, outcome);
    run.onTry(decision.arm, decision.cutoff, flips, outcome.kind === "completed");
    task.tries += 1;
    task.flips += flips;
    task.arm = decision.arm;
    task.cutoff = decision.cutoff;
    tries += 1;
    spent += Math.max(1, flips);
  };

  const learn = (reply: SatReply, batch: Batch) => {
    times.walkMs += reply.walkMs;
    times.solveMs += reply.solveMs;
    let from = 0;
    batch.forEach(({ task: place, decided }, i) => {
      const task = tasks[place];
      const ending = satEndings[reply.endings[i]];
      const resetting = reply.restartFlips[i];
      const last = reply.counts[i] - 1;
      for (let k = 0; k <= last; k++) {
        const flips = reply.flips[from + k];
        const cut = k === last && ending === "stopped" ? flips : decided[k].cutoff;
        const outcome: Outcome =
          k === last && ending === "solved"
            ? { kind: "completed", time: flips, reward: 1 }
            : { kind: "censored", time: cut, resetting };
        observe(task, decided[k], flips, outcome);
      }
      from += reply.counts[i];
      task.solved = ending === "solved";
      if (ending === "hopeless") task.hopeless = true;
      const [model, problem] = [reply.models.get(i), reply.problems.get(i)];
      if (model !== undefined) task.model = model;
      if (problem !== undefined) task.problem = problem;
      if (spent >= run.budget) Atomics.store(stop, 0, 1);
      const over = (ending !== "left" && ending !== "stopped") || task.tries >= maxTries;
      if (over) done += 1;
      else if (Atomics.load(stop, 0) === 0) again.push(place);
      if (over || Atomics.load(stop, 0) !== 0) run.onTask(task);
    });
  };

  const feed = async () => {
    while (Atomics.load(stop, 0) === 0) {
      const batch = take();
      if (batch.length === 0) return;
      learn(await pool.run(messageOf(batch)), batch);
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
