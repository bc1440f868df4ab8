import { FinishedTasks } from "./finished-tasks.ts";
import { InputIndex, type InputList } from "./input-list.ts";
import { type Task, type TaskKey, taskName } from "./task.ts";

/**
 * The tasks of a run by their index, from 1. There may be a million of them, but few are tried at a time. So a `Task` is made when it is
 * first needed, and is forgotten when it is finished and reported.
 */
export interface TaskStore {
  /** Undefined for a command without inputs. */
  readonly inputs: InputList | undefined;
  /** How many tasks there are so far. */
  readonly count: number;
  /** The tasks that were closed. */
  readonly finished: Pick<FinishedTasks, "count" | "problems" | "givenUp">;
  /** Adds another repetition of a command without inputs. */
  addRepetition(): void;
  /** The task with this index; undefined if there is none, or if it is closed. */
  at(index: number): Task | undefined;
  /**
   * Returns a function that finds the task of a trial; it returns undefined for an input that is not in this run. The
   * function holds an index of all inputs, which takes memory as long as it is kept.
   */
  finder(): (trial: TaskKey) => Task | undefined;
  /** Forgets a task that is over and reported, but for what `finished` keeps. One that is open stays. */
  close(task: Task): void;
  /** The rest of a closed task: its state and its time, without its trials. */
  closedAt(index: number): Task;
  stateOf(index: number): Task["state"];
  /** Whether the user knows the result of the task, from this run or from an earlier one. */
  isReported(index: number): boolean;
  /** The tasks that were asked for and are not closed, in the order in which they were asked for. */
  known(): Iterable<Task>;
  /** All tasks that are not closed, by their index. Those that were never asked for are made, and not kept. */
  rest(): Iterable<Task>;
}

/** Keeps the tasks of the inputs, or repetitions of a command without inputs: one, or any number if it is `endless`. */
export function storeTasks(inputs: InputList | undefined, endless: boolean): TaskStore {
  const occurrences = inputs === undefined ? undefined : repeatedIn(inputs);
  const known = new Map<number, Task>();
  let count = inputs === undefined ? 1 : inputs.length;
  const finished = new FinishedTasks(count);

  const make = (index: number) =>
    inputs === undefined
      ? newTask(index, null, index)
      : newTask(index, inputs.at(index - 1)!, occurrences?.[index - 1] ?? 1);
  const at = (index: number) => {
    if (!(index >= 1 && index <= count) || finished.has(index)) return undefined;
    const task = known.get(index) ?? make(index);
    known.set(index, task);
    return task;
  };
  return {
    inputs,
    get count() {
      return count;
    },
    finished,
    addRepetition() {
      count += 1;
    },
    at,
    finder() {
      const indexOf = inputs === undefined ? indexOfRepetition : indexByName(inputs, occurrences);
      return (trial) => {
        const index = indexOf(trial);
        if (endless) count = Math.max(count, index);
        return at(index);
      };
    },
    close(task) {
      if (finished.add(task)) known.delete(task.index);
    },
    closedAt: (index) => ({ ...make(index), ...finished.at(index), reported: true }),
    stateOf: (index) => finished.at(index)?.state ?? known.get(index)?.state ?? "open",
    isReported: (index) => finished.has(index) || known.get(index)?.reported === true,
    known: () => known.values(),
    *rest() {
      for (let index = 1; index <= count; index++) {
        if (!finished.has(index)) yield known.get(index) ?? make(index);
      }
    },
  };
}

/** The number of each task among those with its input, from 1; undefined if no input is given twice. */
function repeatedIn(inputs: InputList): Uint32Array | undefined {
  const index = new InputIndex(inputs);
  const occurrences = new Uint32Array(inputs.length);
  /** How often each input occurred so far, by its first place. */
  const counts = new Uint32Array(inputs.length);
  let [place, most] = [0, 0];
  for (const input of inputs) {
    occurrences[place] = ++counts[index.add(place, input)];
    most = Math.max(most, occurrences[place++]);
  }
  return most > 1 ? occurrences : undefined;
}

/** An index that no task has. */
const NONE = 0;

const indexOfRepetition = ({ input, occurrence }: TaskKey) => (input === null ? occurrence : NONE);

/** Returns a function that finds the index of a task. The names of tasks are made only where an input is given twice. */
function indexByName(inputs: InputList, occurrences: Uint32Array | undefined) {
  const first = new InputIndex(inputs);
  const later = new Map<string, number>();
  let place = 0;
  for (const input of inputs) {
    const occurrence = occurrences?.[place] ?? 1;
    if (occurrence === 1) first.add(place, input);
    else later.set(taskName({ input, occurrence }), place + 1);
    place += 1;
  }
  return (key: TaskKey) => {
    if (key.occurrence > 1) return later.get(taskName(key)) ?? NONE;
    const found = first.find(key.input ?? "");
    return found === undefined ? NONE : found + 1;
  };
}

/** This is one literal, so that all properties lie in the object itself. */
function newTask(index: number, input: string | null, occurrence: number): Task {
  return {
    index,
    input,
    occurrence,
    trials: 0,
    attempts: 0,
    counted: 0,
    failures: 0,
    time: 0,
    state: "open",
    reported: false,
  };
}
