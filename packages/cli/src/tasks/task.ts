import type { Trial } from "@mulligan/core/problem";
import type { Assignment } from "@mulligan/sat";
import type { Captured } from "../processes/capture.ts";
import { type AlikeFailures, alikeAfter } from "./giving-up.ts";
import type { Unit } from "./unit.ts";

/** What the try that solved a task wrote to its standard output and its standard error. */
export interface TaskOutput {
  readonly out: Captured;
  readonly err: Captured;
  /** Lets go of both. */
  discard(): void;
}

/** One input, or one repetition of a command without inputs, and how far it came. */
export interface Task {
  /** From 1, in the order given. */
  readonly index: number;
  /** A file, for `sat`; null where a command is repeated without inputs. */
  readonly input: string | null;
  /** Which task with this input, from 1: the same input may be given twice. */
  readonly occurrence: number;
  /** Trials so far, those that were stopped with them. */
  trials: number;
  /** Trials that ended or reached their cutoff: the place in the schedule. */
  attempts: number;
  /** Those of them that count for `--retries` (`counts`). */
  counted: number;
  /** Attempts that ended by themselves, without a success. */
  failures: number;
  /** Of these, the last ones of this run that ended alike. */
  alike?: AlikeFailures | undefined;
  /** How they ended, as far as a journal says it. */
  exits?: Set<Trial["exit"]>;
  /** On the command's clock. */
  time: number;
  /** What of it was spent by earlier runs. */
  earlierTime?: number;
  state: "open" | "solved" | "failed";
  /** The arm whose success counts: the last one, if it was solved again because its solution was lost. */
  solver?: number | undefined;
  /**
   * Why it was given up, if it failed: it failed too often by itself, failed alike while others succeeded, had all the
   * tries that were allowed, or all the time.
   */
  givenUp?: "failures" | "alike" | "tries" | "time" | undefined;
  /** The last trial; forgotten when the task was told of. */
  last?: Trial | undefined;
  /** What its last try wrote, where that is wanted; forgotten when the task was told of. */
  output?: TaskOutput | undefined;
  /** Whether the user knows what became of it, from this run or from an earlier one. */
  told: boolean;
  /** What is wrong with its input. */
  problem?: string;
  /** Its input shows that it has no solution. */
  unsatisfiable?: true;
  /** What solves it, where that is told with it. */
  model?: Assignment;
}

export interface TaskRules {
  readonly unit: Unit;
  /** How often a task may be tried: 1 in mode `abandon`, restarts + 1 in mode `retry`. */
  readonly maxAttempts: number;
  /** `--retries`: how many tries that count it may have; absent, any number. */
  readonly maxCounted?: number;
  /** After how many failures of its own a task is given up (`giving-up.ts`). */
  readonly maxFailures: number;
  /** How many failures that end alike show that its input is broken; absent, none. */
  readonly maxAlike?: number;
  /** `--timeout`: how much time it may have; absent, any. */
  readonly timeout?: number | undefined;
  /** How much time it may have in this run, where `--timeout` does not say. */
  readonly timeLimit?: number;
  /** Whether `--retries` counts a try that was cut at the cutoff it began with, or later. */
  readonly countsCuts?: boolean;
}

export function isSuccess({ outcome }: Pick<Trial, "outcome">): boolean {
  return outcome.kind === "completed" && outcome.reward > 0;
}

/** Takes a trial into account: one made just now, or one replayed. */
export function record(task: Task, trial: Trial, rules: TaskRules): void {
  task.trials += 1;
  task.time += rules.unit.elapsed(trial.outcome);
  task.last = trial;
  if (trial.stopped !== true) task.attempts += 1;
  if (counts(trial, rules.countsCuts === true)) task.counted += 1;
  if (isSuccess(trial)) {
    task.state = "solved";
    task.givenUp = undefined;
    return;
  }
  task.alike = alikeAfter(task.alike, trial);
  if (trial.outcome.kind === "completed") {
    task.failures += 1;
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
  if (hadAllTime(task, rules) || time - earlierTime >= timeLimit) return "time";
  if (alike !== undefined && alike.count >= maxAlike) return "alike";
  return failures >= maxFailures ? "failures" : undefined;
}

/**
 * Whether a trial is one of those that `--retries` counts: it ended by itself, or, where cuts count, was cut at the
 * cutoff that it began with or later. One that was cut sooner does not count: something was learned meanwhile, or the
 * user wants to go.
 */
function counts({ outcome, cutoff, startCutoff = cutoff, stopped }: Trial, countsCuts: boolean): boolean {
  if (outcome.kind === "completed") return true;
  return stopped !== true && countsCuts && cutoff >= startCutoff;
}

type Allowance = Pick<TaskRules, "maxAttempts" | "maxCounted" | "timeout">;

function hadAllTries(
  { attempts, counted }: Task,
  { maxAttempts, maxCounted = Infinity }: Allowance,
): boolean {
  return attempts >= maxAttempts || counted >= maxCounted;
}

/** In less than a millisecond no program starts and ends. */
function hadAllTime({ time }: Task, { timeout = Infinity }: Allowance): boolean {
  return time > timeout - 1;
}

/**
 * A task of an earlier run. If it was given up though it had tries and time left, it may fail as often again: the
 * program may have been mended.
 */
export function hopeAgain(task: Task, rules: Allowance): void {
  task.alike = undefined;
  task.earlierTime = task.time;
  if (task.state !== "failed" || hadAllTries(task, rules) || hadAllTime(task, rules)) return;
  task.state = "open";
  task.givenUp = undefined;
  task.failures = 0;
}

/** To be solved again from the start of its schedule. */
export function reopen(task: Task): void {
  task.state = "open";
  task.solver = undefined;
  task.attempts = 0;
  task.counted = 0;
}
