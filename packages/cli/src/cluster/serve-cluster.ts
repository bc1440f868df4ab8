import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type RedisPlace,
  shownPlace,
  startClusterWorker,
  type Turn,
  type TurnEnd,
  type TurnExecutorFactory,
  type WorkerRun,
} from "@mulligan/cluster";
import { mayUseCgroup } from "../processes/cgroup.ts";
import { startWatchdog, type Watchdog } from "../processes/watchdog.ts";
import { openProgramExecutor, type ProgramExecutor, STRAYS } from "../run/executor.ts";
import { type Program, placesIn } from "../run/programs.ts";
import { say, sayOnceEach } from "../shell/output.ts";
import { UsageError } from "../shell/usage-error.ts";
import { isSuccess, type Task, type TaskOutput } from "../tasks/task.ts";
import { taskName } from "../tasks/task-list.ts";
import type { RunPolicy } from "../tasks/task-policy.ts";
import { type MovingCutoffs, movingCutoffs } from "../tasks/task-scheduler.ts";
import { openPool, type Pool } from "../threads/open-pool.ts";
import { cellPerformer, cellThreads, lazyPool } from "./cell-performer.ts";
import { cutoffRulesOf } from "./cutoff-rules.ts";
import { readRunDetail } from "./run-detail.ts";
import { satPerformer } from "./sat-performer.ts";
import type { WalkReply, WalkWork } from "./sat-thread.ts";

/**
 * Refuses programs that are not named by `--allow`. The rule is plain: the first word of a command must be one of the
 * names, letter by letter, with no place such as {input} in it. A name without a slash is looked for on the worker's own
 * PATH, as a shell would; no shell is asked. What is allowed may be given any arguments, so who allows `bash` allows all.
 */
export function checkAllowed(programs: readonly Program[], allowed: readonly string[]): void {
  for (const { command } of programs) {
    const [first] = command;
    if (allowed.includes(first) && placesIn([first]).size === 0) continue;
    const names = allowed.length === 0 ? "it allows none" : `it allows ${allowed.join(", ")}`;
    throw new UsageError(
      `${first}: a worker does not allow this program, ${names} (mulligan worker --allow)`,
    );
  }
}

/** One watchdog for all runs of a worker, started with the first. */
interface SharedGuardian {
  /** For one run: it has folders of its own, and its `close` does nothing. */
  forOne(): Watchdog;
  /** Kills what is left of all runs. */
  close(): Promise<void>;
}

/**
 * A process can be in one cgroup only, and a watchdog that is closed kills all processes in its own: with one for each
 * run it would kill the other runs, and the worker.
 */
function sharedGuardian(): SharedGuardian {
  const notice = sayOnceEach();
  let watchdog: Watchdog | undefined;
  let runs = 0;
  return {
    forOne() {
      watchdog ??= startWatchdog({ contained: mayUseCgroup(), onDaemon: () => notice("strays", STRAYS) });
      const own = join(watchdog.scratch, `run-${++runs}`);
      mkdirSync(own, { recursive: true, mode: 0o700 });
      return { ...watchdog, folder: join(own, "pipes"), scratch: join(own, "files"), async close() {} };
    },
    close: async () => watchdog?.close(),
  };
}

interface Staged {
  readonly run: WorkerRun;
  readonly executor: ProgramExecutor;
  readonly policy: RunPolicy;
  readonly moving: MovingCutoffs;
  /** What the programs' user should know, to be sent with the next trial. */
  takeNotices(): [string, string][];
}

/** Runs programs for others: those that are allowed, and none else. `close` ends what is left of them. */
function runPerformer(
  allowed: readonly string[],
  hurry: AbortSignal,
): TurnExecutorFactory & { close(): void } {
  const guardian = sharedGuardian();
  return {
    close: guardian.close,
    open(run) {
      const { plan, detail } = readRunDetail(run.detail);
      checkAllowed(plan.programs, allowed);
      const policy = cutoffRulesOf(detail.wishes, run);
      let notices: [string, string][] = [];
      const notice = (key: string, text: string) => void notices.push([key, text]);
      const executor = openProgramExecutor(plan, { stop: run.stop, hurry }, notice, guardian.forOne());
      const takeNotices = () => {
        const taken = notices;
        notices = [];
        return taken;
      };
      const staged = { run, executor, policy, moving: movingCutoffs(policy), takeNotices };
      return { execute: (turn) => tryAgain(turn, staged), close: () => executor.close() };
    },
  };
}

async function tryAgain(turn: Turn, staged: Staged): Promise<TurnEnd> {
  do {
    if (await makeTrial(turn, staged)) return "done";
  } while (!turn.isOver);
  return { ending: turn.stop.aborted ? "given-back" : "over" };
}

/** Whether it solved the task. */
async function makeTrial(
  turn: Turn,
  { run, executor, policy, moving, takeNotices }: Staged,
): Promise<boolean> {
  const task = taskOf(turn);
  const decision = policy.decide({ attempt: turn.attempts + 1, task: taskName(task) });
  const cutoff = moving.begin(decision);
  const { seed, outcome, stopped, output } = await executor.execute({ task, decision, cutoff });
  const blobs = output === undefined ? [] : await send(output, run);
  const done = isSuccess({ outcome });
  policy.observe(decision, outcome);
  turn.record({
    decision,
    cutoff: cutoff.at,
    outcome,
    seed,
    stopped,
    done,
    ...(blobs.length === 0 ? {} : { blobs }),
    notices: takeNotices(),
  });
  moving.learned();
  return done;
}

/** What it wrote, on its way before the trial that tells of it. */
async function send({ out, err, discard }: TaskOutput, { blobs }: WorkerRun) {
  try {
    const parts = await Promise.all(
      [out, err].map(async ({ chunks }) => Buffer.concat(await collect(chunks()))),
    );
    return await Promise.all(parts.map((part) => blobs.send(part)));
  } finally {
    discard();
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

/** The task as the executor needs it. */
function taskOf({ task, trials, attempts }: Turn): Task {
  const { index, input, occurrence } = task;
  const counts = { trials, attempts, counted: 0, failures: 0, time: 0 };
  return { index, input, occurrence, ...counts, state: "open", reported: false };
}

/** Threads that are started when the first formula comes. */
function walkingThreads(threads: number): Pool<WalkWork, WalkReply> {
  return lazyPool(() => openPool(new URL("./sat-thread.js", import.meta.url), "walk", threads, undefined));
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
