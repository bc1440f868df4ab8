import { taskTurns } from "@mulligan/core/problem";
import type { InputList } from "./input-list.ts";
import type { Task } from "./task.ts";
import { storeTasks, type TaskStore } from "./task-store.ts";

/** The tasks of a run (its inputs, or repetitions of a command without inputs), and the next one to try. */
export interface TaskList extends Omit<TaskStore, "addRepetition" | "closedAt"> {
  /** Infinity where only a budget or a number of successes ends the run. */
  readonly total: number;
  /** The next open task that is not being tried (`taskTurns` of core). */
  next(): Task | undefined;
  /** Takes a task back after a try. If it is still open, it waits for its next turn. */
  putBack(task: Task): void;
}

/** Whether a command without inputs is run again and again: for ever, or until a repetition had all its tries (`--retries`). */
export type Repeat = boolean | "until-given-up";

/** Lists the tasks of the inputs. A command without inputs is run once, or with `repeat` again and again. */
export function listTasks(inputs: InputList | undefined, repeat: Repeat = false): TaskList {
  const endless = inputs === undefined && repeat !== false;
  const store = storeTasks(inputs, endless);
  const turns = taskTurns<Task>();
  let place = 0;

  /** A task that never had a try; those that had some in an earlier run wait with the others. */
  const fresh = () => {
    while (place < store.count) {
      place += 1;
      const task = store.at(place);
      if (task?.trials === 0) return task;
      putBack(task ?? store.closedAt(place));
    }
    return undefined;
  };
  const putBack = (task: Task) => {
    if (task.state === "open") turns.putBack(task);
    else if (task.state === "solved") turns.solved(task);
    else turns.dropped(task);
  };
  const another = () => {
    // All repetitions are alike: another one would only be more tries at what is given up. Those that have begun go on.
    if (repeat === "until-given-up" && store.finished.givenUp("tries") > 0) return undefined;
    store.addRepetition();
    return fresh();
  };
  return {
    ...store,
    // The spread has copied its present value.
    get count() {
      return store.count;
    },
    total: endless ? Infinity : store.count,
    next() {
      // Repetitions never run out: with fresh ones first, a task would never have its second turn.
      return endless ? (turns.next(fresh) ?? another()) : turns.next(fresh);
    },
    putBack,
  };
}
