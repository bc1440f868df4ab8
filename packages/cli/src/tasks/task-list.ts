import type { Trial } from "@mulligan/core/problem";
import { taskTurns } from "@mulligan/core/problem";
import type { Task } from "./task.ts";

/** The tasks of a run: those of its inputs, or as many repetitions as are asked for. */
export interface TaskList {
  readonly all: readonly Task[];
  /** Infinity where only a budget or a number of successes ends the run. */
  readonly total: number;
  /** The next task that is open and not in hand (`taskTurns` of core). */
  next(): Task | undefined;
  /** One that was in hand. If it is open still, it waits for its turn. */
  putBack(task: Task): void;
  /** The task with this number, from 1; undefined if there is none. */
  at(index: number): Task | undefined;
  /** The task that a trial was of; undefined for an input that is not in this run. */
  find(trial: Trial): Task | undefined;
}

/** Of the inputs; without any, of a command that is run once, or with `repeat` again and again. */
export function listTasks(inputs: readonly string[] | undefined, repeat = false): TaskList {
  const all: Task[] = [];
  const byName = new Map<string, Task>();
  const occurrences = new Map<string | null, number>();
  const add = (input: string | null) => {
    const occurrence = (occurrences.get(input) ?? 0) + 1;
    occurrences.set(input, occurrence);
    const task = newTask(all.length + 1, input, occurrence);
    all.push(task);
    byName.set(taskName(task), task);
  };
  for (const input of inputs ?? [null]) add(input);
  const endless = inputs === undefined && repeat;
  const turns = taskTurns<Task>();
  let place = 0;

  /** One that never had a try; those of a journal that had some wait with the others. */
  const fresh = () => {
    while (place < all.length) {
      const task = all[place++];
      if (task.trials === 0) return task;
      putBack(task);
    }
    return undefined;
  };
  const putBack = (task: Task) => {
    if (task.state === "open") turns.putBack(task);
    else if (task.state === "solved") turns.solved(task);
    else turns.dropped(task);
  };
  const another = () => {
    add(null);
    return all[place++];
  };
  return {
    all,
    total: endless ? Infinity : all.length,
    next() {
      // There is no end of fresh repetitions: one that was begun would never have its turn again.
      return endless ? (turns.next(fresh) ?? another()) : turns.next(fresh);
    },
    putBack,
    at(index) {
      if (endless && index > all.length && index <= all.length + MAX_AHEAD) {
        while (all.length < index) add(null);
      }
      return all[index - 1];
    },
    find(trial) {
      if (endless && trial.input === null) while (all.length < trial.occurrence) add(null);
      return byName.get(taskName(trial));
    },
  };
}

/** Repetitions that another run of the same command, of which this one goes on, may have begun. */
const MAX_AHEAD = 100_000;

/** The name by which the task of a trial is found. */
export function taskName({ input, occurrence }: Pick<Task, "input" | "occurrence">): string {
  return `${occurrence}:${input ?? ""}`;
}

function newTask(index: number, input: string | null, occurrence: number): Task {
  const counts = { trials: 0, attempts: 0, counted: 0, failures: 0, time: 0 };
  return { index, input, occurrence, ...counts, state: "open", told: false };
}
