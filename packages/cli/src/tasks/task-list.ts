import { type Trial, taskTurns } from "@mulligan/core/problem";
import type { Task } from "./task.ts";

/** The tasks of a run: its inputs, or repetitions of a command without inputs. */
export interface TaskList {
  readonly all: readonly Task[];
  /** Infinity where only a budget or a number of successes ends the run. */
  readonly total: number;
  /** The next open task that is not being tried (`taskTurns` of core). */
  next(): Task | undefined;
  /** Takes a task back after a try. If it is still open, it waits for its next turn. */
  putBack(task: Task): void;
  /** The task with this number, from 1; undefined if there is none. */
  at(index: number): Task | undefined;
  /** The task of a trial; undefined for an input that is not in this run. */
  find(trial: Trial): Task | undefined;
}

/** Lists the tasks of the inputs. A command without inputs is run once, or with `repeat` again and again. */
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

  /** A task that never had a try; those that had some in an earlier run wait with the others. */
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
      // Repetitions never run out: with fresh ones first, a task would never have its second turn.
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

/** Repetitions that the workers of an earlier run of the same command may have begun. */
const MAX_AHEAD = 100_000;

/** The name that identifies the task of a trial. */
export function taskName({ input, occurrence }: Pick<Task, "input" | "occurrence">): string {
  return `${occurrence}:${input ?? ""}`;
}

function newTask(index: number, input: string | null, occurrence: number): Task {
  const counts = { trials: 0, attempts: 0, counted: 0, failures: 0, time: 0 };
  return { index, input, occurrence, ...counts, state: "open", reported: false };
}
