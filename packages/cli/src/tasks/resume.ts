import type { Trial } from "@mulligan/core/problem";
import { givingWay } from "../shell/give-way.ts";
import { type Book, countOver, enter } from "./book.ts";
import { hopeAgain, reopen, type Task } from "./task.ts";

/** How a command takes up what a journal knows. */
export interface Resumption {
  /** The policy learns from a trial of an earlier run. */
  relearn(trial: Trial): void;
  /** Whether a task that was solved must be solved again, because its solution is asked for and not there. */
  isLost(task: Task): boolean;
}

/** What a journal knows: the policy learns it again, and the tasks are where they were. */
export async function resume(
  book: Book,
  trials: readonly Trial[],
  { relearn, isLost }: Resumption,
): Promise<void> {
  const giveWay = givingWay();
  for (const trial of trials) {
    const turn = giveWay();
    if (turn !== undefined) await turn;
    relearn(trial);
    const task = book.tasks.find(trial);
    if (task !== undefined) enter(book, task, trial); // else an input that this run does not have
  }
  for (const task of book.tasks.all) {
    if (task.state === "solved" && isLost(task)) {
      // It is solved once all the same.
      book.arms[task.solver!].withdraw();
      book.solved -= 1;
      reopen(task);
    }
    hopeAgain(task, book);
    task.told = task.state !== "open";
    // The next repetition of a command without inputs is no task of this run before it is tried.
    if (task.told || task.input === null) task.last = undefined;
  }
  const { trials: made, solved, time } = book;
  book.earlier = { tasks: countOver(book), trials: made, solved, time };
  book.failuresInRow = 0;
}
