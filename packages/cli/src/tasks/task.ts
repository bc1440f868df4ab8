import type { Assignment } from "@mulligan/sat";
import type { Trial } from "../journal/trial-line.ts";
import type { Unit } from "./unit.ts";

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
  /** Attempts that ended by themselves, without a success. */
  failures: number;
  /** On the command's clock. */
  time: number;
  state: "open" | "solved" | "failed";
  /** The arm whose success counts: the last one, if it was solved again because its solution was lost. */
  solver?: number | undefined;
  /** The last trial; forgotten when the task was told of. */
  last?: Trial | undefined;
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
  /** After how many failures of its own a task is given up (`hopeless.ts`). */
  readonly maxFailures: number;
}

export function isSuccess({ outcome }: Pick<Trial, "outcome">): boolean {
  return outcome.kind === "completed" && outcome.reward > 0;
}

/** Takes a trial into account: one made just now, or one replayed. */
export function record(task: Task, trial: Trial, { unit, maxAttempts, maxFailures }: TaskRules): void {
  task.trials += 1;
  task.time += unit.elapsed(trial.outcome);
  task.last = trial;
  if (trial.stopped !== true) task.attempts += 1;
  if (isSuccess(trial)) {
    task.state = "solved";
    return;
  }
  if (trial.outcome.kind === "completed") task.failures += 1;
  if (task.state === "open" && (task.attempts >= maxAttempts || task.failures >= maxFailures)) {
    task.state = "failed";
  }
}

/** A task that was given up for its failures, not because its attempts were used up, may fail as often again. */
export function hopeAgain(task: Task, maxAttempts: number): void {
  if (task.state !== "failed" || task.attempts >= maxAttempts) return;
  task.state = "open";
  task.failures = 0;
}

/** To be solved again from the start of its schedule. */
export function reopen(task: Task): void {
  task.state = "open";
  task.solver = undefined;
  task.attempts = 0;
}
