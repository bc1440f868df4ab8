import type { Assignment } from "@mulligan/sat";
import type { Trial } from "../journal/trial-line.ts";
import type { Captured } from "../processes/capture.ts";
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
  /** On the command's clock. */
  time: number;
  state: "open" | "solved" | "failed";
  /** The arm whose success counts: the last one, if it was solved again because its solution was lost. */
  solver?: number | undefined;
  /** Why it was given up, if it failed: it failed too often by itself, or had all the tries that were allowed. */
  givenUp?: "failures" | "tries" | undefined;
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
  /** After how many failures of its own a task is given up (`hopeless.ts`). */
  readonly maxFailures: number;
  /** Whether its cutoff was chosen while the policy knew of no try that ended. */
  readonly searching: boolean;
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
  if (counts(trial, rules.searching)) task.counted += 1;
  if (isSuccess(trial)) {
    task.state = "solved";
    return;
  }
  if (trial.outcome.kind === "completed") task.failures += 1;
  if (task.state !== "open") return;
  if (hadAllTries(task, rules)) task.givenUp = "tries";
  else if (task.failures >= rules.maxFailures) task.givenUp = "failures";
  if (task.givenUp !== undefined) task.state = "failed";
}

/**
 * Whether a trial is one of those that `--retries` counts: it ended by itself, or was cut at the cutoff that it began
 * with or later. The steps by which a scale is searched are none: a task would be given up before one had the time to
 * end. Nor is one that was cut sooner, because something was learned meanwhile, or because the user wants to go.
 */
function counts({ outcome, cutoff, startCutoff = cutoff, stopped }: Trial, searching: boolean): boolean {
  if (outcome.kind === "completed") return true;
  return stopped !== true && !searching && cutoff >= startCutoff;
}

type TryRules = Pick<TaskRules, "maxAttempts" | "maxCounted">;

function hadAllTries({ attempts, counted }: Task, { maxAttempts, maxCounted = Infinity }: TryRules): boolean {
  return attempts >= maxAttempts || counted >= maxCounted;
}

/** A task that was given up for its failures, not because its tries were used up, may fail as often again. */
export function hopeAgain(task: Task, rules: TryRules): void {
  if (task.state !== "failed" || hadAllTries(task, rules)) return;
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
