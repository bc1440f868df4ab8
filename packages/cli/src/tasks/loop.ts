import type { Policy } from "@mulligan/core";
import type { Trial } from "@mulligan/core/problem";
import type { Archive, Output } from "../journal/archive.ts";
import { outputDrained, say } from "../shell/output.ts";
import type { Reporter } from "./reporter.ts";
import { addTrial, closeTask, isHopeless, type RunState } from "./run-state.ts";
import type { StopControl } from "./stop-control.ts";
import { type Task, taskName } from "./task.ts";

/** Executes trials: as child processes, in worker threads, or on other machines. It decides nothing. */
export interface Executor<Request, Result> {
  /** Executes one trial, a batch of decided trials, or a turn of a race. */
  execute(request: Request): Promise<Result>;
  close(): Promise<void>;
}

/** The number of requests that may be out at a time, if it changes during a run. */
export interface Capacity {
  readonly slots: number;
  /** Calls `changed` whenever there are more slots. */
  watch(changed: () => void): void;
}

/** Trials that were just finished at one task. */
export interface FinishedTrials {
  readonly task: Task;
  readonly trials: readonly Trial[];
  /** Files that are saved with them. */
  readonly outputs?: readonly Output[];
  /** True if the task is reported though it is open, since no more trials are wanted. */
  readonly last?: boolean;
  /** Called when they are saved. */
  recorded?(): void;
}

/** Decides which trials are executed next, and lets an executor execute them. */
export interface Scheduler<Finished extends FinishedTrials> {
  /** Requests that may be out at a time; the number may change. */
  readonly slots: number;
  /** Calls `changed` when there are more slots, if that can happen. */
  watch?(changed: () => void): void;
  /** Whether a slot is free only when its trials are saved and reported. */
  readonly waitsForRecord: boolean;
  /** Decides on the next request and starts it. Returns undefined if there is nothing to start at the moment. */
  start(): Promise<readonly Finished[]> | undefined;
  /** Learns from a trial. */
  readonly observe: Policy["observe"];
  /** Lets the tasks wait for their next turn, after their trials were added to the run state. */
  putBack(finished: readonly Finished[]): void;
  /** Starts nothing new from now on. */
  stop(): void;
  /** True if nothing is left to do. */
  readonly isOver: boolean;
}

/** The state, archive and reporter of a run. */
export interface RunContext {
  readonly state: RunState;
  readonly archive: Archive;
  readonly reporter: Reporter;
}

export interface LoopContext extends RunContext {
  readonly stopControl: StopControl;
  /** Successes that are enough. */
  readonly until?: number | undefined;
  readonly halt?: Halt | undefined;
}

/** The number of solved or given-up tasks after which a run ends early (`--halt`). */
export interface Halt {
  readonly on: "success" | "fail";
  readonly count: number;
  /** Whether tries under way are ended; otherwise they are waited for. */
  readonly now: boolean;
}

/** Returns whether enough tasks were solved, or given up by this run, to end it. */
export function isHalted({ tasks, solved, earlier }: RunState, { on, count }: Halt): boolean {
  if (on === "success") return solved >= count;
  return tasks.finished.count - solved - (earlier.tasks - earlier.solved) >= count;
}

/**
 * The loop of `run` and `sat`: decide, execute, observe, record, report; in several slots at a time, until every task
 * is solved or given up, or the run is stopped. If there is nothing to start, it waits for the next result. The first
 * error stops the run, and is thrown when the other slots have ended.
 */
export async function runTrials<Finished extends FinishedTrials>(
  context: LoopContext,
  scheduler: Scheduler<Finished>,
): Promise<void> {
  const { reporter, stopControl } = context;
  let recorded: Promise<unknown> = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;
  let [isOver, running, halted] = [false, 0, false];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  function fail(error: unknown): void {
    // A thread that is ended in the middle of a large file is not a failure.
    if (isOver) return;
    failure ??= { error };
    stopControl.end("interrupted");
  }

  /** Starts what the scheduler has for the free slots. */
  function fill(): void {
    if (isOver) return;
    stopIfEnough(context);
    halted ||= context.halt !== undefined && isHalted(context.state, context.halt);
    if (halted && context.halt!.now) stopControl.end("halt");
    if (halted || stopControl.stopped) scheduler.stop();
    while (running < scheduler.slots) {
      const request = start();
      if (request === undefined) break;
      running += 1;
      void finish(request);
    }
    if (running === 0 && (scheduler.isOver || failure !== undefined)) end();
  }

  function start(): Promise<readonly Finished[]> | undefined {
    try {
      return scheduler.start();
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  async function finish(request: Promise<readonly Finished[]>): Promise<void> {
    try {
      const finished = await request;
      for (const { task, trials } of finished) {
        const name = taskName(task);
        for (const trial of trials) scheduler.observe({ ...trial, task: name }, trial.outcome);
      }
      const recording = record(context, finished);
      if (scheduler.waitsForRecord) {
        await recording;
        await reporter.written?.();
      } else if (recording !== undefined) recorded = Promise.all([recorded, recording.catch(fail)]);
      scheduler.putBack(finished);
    } catch (error) {
      fail(error);
    }
    running -= 1;
    fill();
  }

  scheduler.watch?.(fill);
  fill();
  await (stopControl.overdue === undefined ? ended : Promise.race([ended, stopControl.overdue]));
  await recorded;
  isOver = true;
  if (halted) stopControl.end("halt");
  if (failure !== undefined) throw failure.error;
}

/** Stops a run that has as many successes as are wanted, or nothing but failures. */
function stopIfEnough({ state, stopControl, until }: LoopContext): void {
  if (stopControl.stopped) return;
  if (until !== undefined && state.solved >= until) stopControl.end("until");
  else if (isHopeless(state)) stopControl.end("hopeless");
}

/**
 * Adds trials to the run state at once, so that the next decisions know of them, saves them, and then reports the tasks
 * that are finished: the output of a success that the user reads of is there, also after a crash. Resolves after the
 * report; returns undefined if there was nothing to wait for.
 */
function record(
  { state, archive, reporter }: RunContext,
  finished: readonly FinishedTrials[],
): Promise<void> | undefined {
  for (const { task, trials } of finished) for (const trial of trials) addTrial(state, task, trial);
  const ended = finished.filter(({ task, last }) => last || task.state !== "open").map(({ task }) => task);
  const saved = archive.keep(
    finished.flatMap(({ trials }) => trials),
    finished.flatMap(({ outputs = [] }) => outputs),
  );
  const reportAll = () => {
    for (const { recorded } of finished) recorded?.();
    for (const task of ended) report(state, task, reporter);
  };
  if (saved !== undefined) return saved.then(reportAll);
  reportAll();
  return undefined;
}

/**
 * Reports the remaining tasks at the end of a run: those that were stopped, or never had a turn. There may be a million of them, so it
 * waits for the reader of the reports.
 */
export async function reportRest(
  state: RunState,
  reporter: Reporter,
  isWanted: (task: Task) => boolean,
): Promise<void> {
  for (const task of state.tasks.rest()) {
    if (task.reported || !isWanted(task)) continue;
    report(state, task, reporter);
    const drained = outputDrained();
    if (drained !== undefined) await drained;
  }
}

function report(state: RunState, task: Task, reporter: Reporter): void {
  task.reported = true;
  if (task.problem !== undefined) say(task.problem);
  reporter.report(task);
  task.last = undefined;
  task.complaint = undefined;
  closeTask(state, task);
}
