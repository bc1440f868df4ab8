import { elapsed } from "@mulligan/core/problem";
import type { Trial } from "../journal/trial-line.ts";
import { occurrenceCounter, taskKey } from "../tasks/occurrence.ts";

/** One input, or one repetition of a command without inputs, and how far it came. */
export interface Task {
  /** From 1, in the order given. */
  readonly index: number;
  readonly input: string | null;
  readonly occurrence: number;
  /** Trials so far, those that were stopped with them. */
  tries: number;
  /** Trials that ended or reached their cutoff: the place in the schedule. */
  attempts: number;
  /** Attempts that ended by themselves, without a success. */
  failures: number;
  timeMs: number;
  state: "open" | "solved" | "failed";
  /** The last trial; forgotten when the task is done and was told of. */
  last?: Trial | undefined;
}

export interface TaskRules {
  /** How often a task may be tried: 1 in mode `abandon`, restarts + 1 in mode `retry`. */
  readonly maxAttempts: number;
  /** After how many failures of its own a task is given up (`hopeless.ts`). */
  readonly mostFailures: number;
}

function newTask(index: number, input: string | null, occurrence: number): Task {
  return { index, input, occurrence, tries: 0, attempts: 0, failures: 0, timeMs: 0, state: "open" };
}

/** Takes a trial into account: one made just now, or one replayed. */
export function record(task: Task, trial: Trial, { maxAttempts, mostFailures }: TaskRules): void {
  const { outcome } = trial;
  task.tries += 1;
  task.timeMs += elapsed(outcome, 0);
  task.last = trial;
  if (trial.stopped !== true) task.attempts += 1;
  if (outcome.kind === "completed" && outcome.reward > 0) {
    task.state = "solved";
    return;
  }
  if (outcome.kind === "completed") task.failures += 1;
  if (task.state === "open" && (task.attempts >= maxAttempts || task.failures >= mostFailures)) {
    task.state = "failed";
  }
}

/** A task that was given up for its failures, not because its attempts were used up, may fail as often again. */
export function reopen(task: Task, maxAttempts: number): void {
  if (task.state !== "failed" || task.attempts >= maxAttempts) return;
  task.state = "open";
  task.failures = 0;
}

/** The tasks of a run: those of its inputs, or as many repetitions as are asked for. */
export interface TaskList {
  readonly all: readonly Task[];
  /** Infinity where only a budget or a number of successes ends the run. */
  readonly total: number;
  /** The next task that is open and not in hand. */
  next(): Task | undefined;
  /** The task that a trial was of; undefined for an input that is not in this run. */
  find(trial: Trial): Task | undefined;
}

export function listTasks(inputs: readonly string[] | undefined, repeat: boolean): TaskList {
  const all: Task[] = [];
  const byName = new Map<string, Task>();
  const occurrenceOf = occurrenceCounter();
  const add = (input: string | null) => {
    const occurrence = occurrenceOf(input);
    const task = newTask(all.length + 1, input, occurrence);
    all.push(task);
    byName.set(taskKey(input, occurrence), task);
    return task;
  };
  if (inputs !== undefined) for (const input of inputs) add(input);
  else add(null);
  const endless = inputs === undefined && repeat;
  let place = 0;
  return {
    all,
    total: endless ? Infinity : all.length,
    next() {
      while (place < all.length && all[place].state !== "open") place++;
      if (place === all.length && endless) add(null);
      return place < all.length ? all[place++] : undefined;
    },
    find({ input, occurrence }) {
      if (endless && input === null) while (all.length < occurrence) add(null);
      return byName.get(taskKey(input, occurrence));
    },
  };
}
