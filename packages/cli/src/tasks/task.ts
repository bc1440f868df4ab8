import type { Outcome } from "@mulligan/core";
import { elapsed, type Trial } from "@mulligan/core/problem";
import type { Assignment } from "@mulligan/sat";
import type { Captured } from "../processes/capture.ts";
import { formatDuration, roundToMicroseconds } from "../shell/duration.ts";
import { brief } from "../shell/text.ts";
import { type AlikeFailures, alikeAfter } from "./giving-up.ts";

/** The standard output and standard error of the try that solved a task. */
export interface TaskOutput {
  readonly out: Captured;
  readonly err: Captured;
  /** Frees both. */
  discard(): void;
}

/** One input, or one repetition of a command without inputs, and its progress. */
export interface Task {
  /** The number of the task, from 1, in the given order. */
  readonly index: number;
  /** A file, for `sat`; null where a command is repeated without inputs. */
  readonly input: string | null;
  /** The number of the task among those with its input, from 1: the same input may be given twice. */
  readonly occurrence: number;
  /** Trials so far, including those that were stopped. */
  trials: number;
  /** Trials that ended or reached their cutoff: the position in the schedule. */
  attempts: number;
  /** The number of failures that count for `--retries` (`counts`). */
  counted: number;
  /** Attempts that failed: they ended by themselves without a success, or were cut at the longest cutoff. */
  failures: number;
  /** The last of these failures, of this run, that ended alike. */
  alike?: AlikeFailures | undefined;
  /** How they ended, as far as a journal says it. */
  exits?: Set<Trial["exit"]>;
  /** Time of all trials on the command's clock. */
  time: number;
  /** The part of `time` that earlier runs spent. */
  earlierTime?: number;
  state: "open" | "solved" | "failed";
  /** The arm whose success counts: the last one, if it was solved again because its solution was lost. */
  solver?: number | undefined;
  /**
   * Why it was given up, if it failed: it failed too often by itself, failed alike while others succeeded, had all the
   * tries that were allowed, or all the time.
   */
  givenUp?: "failures" | "alike" | "tries" | "time" | undefined;
  /** The last trial; dropped when the task is reported. */
  last?: Trial | undefined;
  /** The output of its last try, if it is wanted; dropped when the task is reported. */
  output?: TaskOutput | undefined;
  /** The last lines of the standard error of its last try, if it did not succeed; dropped when the task is reported. */
  complaint?: string | undefined;
  /** True if the user knows the result of the task, from this run or from an earlier one. */
  reported: boolean;
  /** The reason why its input could not be read. */
  problem?: string;
  /** True if its input shows that it has no solution. */
  unsatisfiable?: true;
  /** The model that solves it, where models are reported. */
  model?: Assignment;
}

/** The fields that identify a task, also in a journal. */
export type TaskKey = Pick<Task, "input" | "occurrence">;

/** Returns the name that identifies the task of a trial. */
export function taskName({ input, occurrence }: TaskKey): string {
  return `${occurrence}:${input ?? ""}`;
}

/** The unit in which a command measures its trials: the clock on which a task's time passes. */
export interface Unit {
  /** The time of a trial, with its reset where that takes time. */
  elapsed(outcome: Outcome): number;
  /** A time, and a cutoff, as `--json` writes them. */
  time(time: number): number;
  cutoff(cutoff: number): number;
  /** A time for people. */
  text(time: number): string;
  /** The range of printed rewards, if it is not [0, 1]. */
  score?(reward: number): number;
  /** Whether one success may be worth more than another, so that rewards are reported. */
  readonly graded: boolean;
}

/** The unit of `run`. */
export const milliseconds: Unit = {
  elapsed: (outcome) => elapsed(outcome, 0),
  time: roundToMicroseconds,
  cutoff: (cutoff) => cutoff,
  text: formatDuration,
  graded: true,
};

/** The unit of `sat`. Cutoffs need not be whole numbers; walked flips are. */
export const flips: Unit = {
  elapsed: ({ time }) => Math.floor(time),
  time: Math.floor,
  cutoff: Math.floor,
  text: (time) => `${brief(time)} flips`,
  graded: false,
};

/** The limits after which a task is given up. */
export interface TaskLimits {
  /** How often a task may be tried: 1 in mode `abandon`. */
  readonly maxAttempts: number;
  /** How many tries that count it may have (`--retries`); absent, any number. */
  readonly maxCounted?: number;
  /** The longest that a try may run; one that is cut there has failed. Absent, ∞. */
  readonly longest?: number;
}

interface TaskRules extends TaskLimits {
  readonly unit: Unit;
  /** The number of failures after which a task is given up (`giving-up.ts`). */
  readonly maxFailures: number;
  /** How many failures that end alike show that its input is broken. */
  readonly maxAlike?: number;
  /** How much time it may have in this run. */
  readonly timeLimit?: number;
  /** Whether `--retries` counts a try that was cut at the cutoff it began with, or later. */
  readonly countsCuts?: boolean;
}

export function isSuccess({ outcome }: Pick<Trial, "outcome">): boolean {
  return outcome.kind === "completed" && outcome.reward > 0;
}

/** Updates a task by a trial, which has just finished or was read from a journal. */
export function updateTask(task: Task, trial: Trial, rules: TaskRules): void {
  task.trials += 1;
  task.time += rules.unit.elapsed(trial.outcome);
  task.last = trial;
  if (trial.stopped !== true) task.attempts += 1;
  if (counts(trial, rules)) task.counted += 1;
  if (isSuccess(trial)) {
    task.state = "solved";
    task.givenUp = undefined;
    return;
  }
  task.alike = alikeAfter(task.alike, trial);
  if (isFailure(trial, rules.longest)) task.failures += 1;
  if (trial.outcome.kind === "completed") {
    task.exits = (task.exits ?? new Set()).add(trial.exit);
  }
  if (task.state !== "open") return;
  task.givenUp = reasonToGiveUp(task, rules);
  if (task.givenUp !== undefined) task.state = "failed";
}

function reasonToGiveUp(task: Task, rules: TaskRules): Task["givenUp"] {
  const { alike, failures, time, earlierTime = 0 } = task;
  const { maxAlike = Infinity, maxFailures, timeLimit = Infinity } = rules;
  if (hadAllTries(task, rules)) return "tries";
  if (time - earlierTime >= timeLimit) return "time";
  if (alike !== undefined && alike.count >= maxAlike) return "alike";
  return failures >= maxFailures ? "failures" : undefined;
}

/** Returns whether a trial failed: it ended by itself without success, or was cut at the longest cutoff. */
export function isFailure(trial: Trial, longest = Infinity): boolean {
  if (trial.outcome.kind === "completed") return !isSuccess(trial);
  // The cutoff is rounded to microseconds when a try is cut.
  return trial.stopped !== true && longest < Infinity && trial.cutoff >= longest - 0.001;
}

/**
 * Whether a trial is one of those that `--retries` counts: it failed, or was cut for its silence or its time, or, where cuts count, was cut
 * at the cutoff that it began with or later. An earlier cut does not count: the policy learned something meanwhile, or the user stopped the
 * run.
 */
function counts(trial: Trial, { longest, countsCuts }: Pick<TaskRules, "longest" | "countsCuts">): boolean {
  const { outcome, cutoff, startCutoff = cutoff, stopped, cut } = trial;
  if (outcome.kind === "completed" || cut !== undefined || isFailure(trial, longest)) return true;
  return stopped !== true && countsCuts === true && cutoff >= startCutoff;
}

function hadAllTries(
  { attempts, counted }: Task,
  { maxAttempts, maxCounted = Infinity }: TaskLimits,
): boolean {
  return attempts >= maxAttempts || counted >= maxCounted;
}

/**
 * Prepares a task of an earlier run for this one. If it was given up though it had tries left, it may fail as
 * often again: the program may have been repaired.
 */
export function resumeTask(task: Task, limits: TaskLimits): void {
  task.alike = undefined;
  task.earlierTime = task.time;
  if (task.state !== "failed" || hadAllTries(task, limits)) return;
  task.state = "open";
  task.givenUp = undefined;
  task.failures = 0;
}

/** Opens a solved task again, from the start of its schedule. */
export function reopen(task: Task): void {
  task.state = "open";
  task.solver = undefined;
  task.attempts = 0;
  task.counted = 0;
}
