import type { Output } from "../journal/archive.ts";
import { type Desk, type Made, settle } from "../tasks/settle.ts";
import { openPool } from "../threads/open-pool.ts";
import { type Batch, type Batches, batchesOf, MESSAGES_A_WORKER, messageOf } from "./batches.ts";
import type { Decisions } from "./decisions.ts";
import { newFlipBudget } from "./flip-budget.ts";
import type { SatReply, SatShared, SatWork } from "./messages.ts";
import type { HeuristicArm } from "./read-heuristic.ts";
import { solutionName } from "./solution-name.ts";
import type { WalkStopping } from "./stopping.ts";
import { modelData } from "./text.ts";
import { type FileReply, filesOf, trialsOf } from "./trials-of.ts";

export interface SatRun extends Desk {
  readonly arms: readonly HeuristicArm[];
  readonly decisions: Decisions;
  /** Flips to spend. */
  readonly budget: number;
  readonly jobs: number;
  readonly seed: number;
  /** Whether the tasks are to have their models. */
  readonly models: boolean;
  /** Files that were read before, since they can be read once only. */
  readonly given?: ReadonlyMap<string, Uint8Array>;
  readonly stopping: WalkStopping;
}

/** Milliseconds in the engine, of milliseconds with a formula in it. */
export interface SatTimes {
  walkMs: number;
  solveMs: number;
}

/**
 * Lets the workers try every file until it is solved, given up, or all is to stop. The policy lives here
 * and learns in the order in which replies arrive; with one worker that order is always the same.
 */
export async function solveFiles(run: SatRun): Promise<SatTimes> {
  const { book, stopping, decisions, seed, archive } = run;
  const times: SatTimes = { walkMs: 0, solveMs: 0 };
  const open = book.tasks.all.filter(({ state }) => state === "open");
  if (open.length === 0) return times;
  const jobs = Math.min(run.jobs, open.length);
  const pool = openPool<SatWork, SatReply>(
    new URL("./worker.js", import.meta.url),
    "solve",
    jobs,
    sharedOf(run),
    MESSAGES_A_WORKER,
  );
  const { maxAttempts } = book;
  const batches = batchesOf(open, { decisions, maxAttempts, jobs, seed, earlier: archive.trials.length });
  const replies = takeReplies(run, batches, times);
  const feed = async () => {
    while (!stopping.stopped) {
      const batch = batches.take();
      if (batch.length === 0) return;
      replies.take(await pool.run(messageOf(batch)), batch);
    }
  };
  const feedAll = async () => {
    await Promise.all(Array.from({ length: jobs * MESSAGES_A_WORKER }, feed));
    // A feeder that found nothing to do may have left before another put a file back.
    while (batches.hasPutBack && !stopping.stopped) await feed();
  };
  try {
    const fed = feedAll();
    // A thread that is ended in the middle of a large file has nothing more to say.
    fed.catch(() => {});
    await Promise.race([fed, stopping.overdue]);
    await replies.settled();
  } finally {
    await pool.close();
  }
  return times;
}

function sharedOf({ book, arms, archive, models, given, stopping, budget }: SatRun): SatShared {
  return {
    files: book.tasks.all.map(({ input }) => input!),
    arms: arms.map(({ settings }) => settings),
    given: given ?? new Map(),
    models: models || archive.outputs !== undefined,
    stop: stopping.flag,
    ...(budget === Infinity ? {} : { budget: newFlipBudget(budget) }),
  };
}

/** What came of the messages: learned from and entered at once, and told when it is safe. */
function takeReplies(run: SatRun, batches: Batches, times: SatTimes) {
  const { decisions, stopping } = run;
  let spent = 0;
  let safe: Promise<unknown> = Promise.resolve();

  const learn = (file: FileReply): Made => {
    const trials = trialsOf(file);
    for (const trial of trials) decisions.observe(trial, trial.outcome);
    for (const flips of file.flips) spent += Math.max(1, flips);
    if (spent >= run.budget) stopping.end("budget");
    return { task: file.entry.task, trials, last: stopping.stopped };
  };

  return {
    take(reply: SatReply, batch: Batch): void {
      times.walkMs += reply.walkMs;
      times.solveMs += reply.solveMs;
      const made: Made[] = [];
      const outputs: Output[] = [];
      for (const file of filesOf(reply, batch)) {
        made.push(learn(file));
        closeHopeless(file);
        outputs.push(...outputsOf(file, run));
      }
      const settling = settle(run, made, outputs);
      for (const { task, last } of made) {
        if (task.state !== "open") batches.countDone();
        else if (!last) batches.putBack(task);
      }
      if (settling === undefined) return;
      // What cannot be kept ends all, and the error is thrown when the last worker has stopped.
      settling.catch(() => stopping.end("interrupted"));
      safe = Promise.all([safe, settling]);
      safe.catch(() => {});
    },
    settled: () => safe,
  };
}

/** A file about which nothing can be done. */
function closeHopeless({ entry: { task }, ending, problem }: FileReply): void {
  if (ending !== "hopeless" && problem === undefined) return;
  task.state = "failed";
  if (problem === undefined) task.unsatisfiable = true;
  else task.problem = problem;
}

/** The model goes with its task, into a file, or both. */
function outputsOf({ entry: { task }, model }: FileReply, { models, archive }: SatRun): Output[] {
  if (model === undefined) return [];
  if (models) task.model = model;
  return archive.outputs === undefined ? [] : [{ name: solutionName(task.input!), data: modelData(model) }];
}
