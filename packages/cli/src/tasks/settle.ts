import type { Trial } from "@mulligan/core/problem";
import type { Archive, Output } from "../journal/archive.ts";
import { printJsonLine, say } from "../shell/output.ts";
import { type Book, enter } from "./book.ts";
import { taskLine } from "./lines.ts";
import type { Task } from "./task.ts";

/** How a command says on stdout what became of a task. */
export type Voice = (task: Task) => void;

/** With `--json`: a line for each. */
export function jsonVoice(book: Book): Voice {
  return (task) => printJsonLine(taskLine(task, book));
}

/** Trials that were made at a task just now. */
export interface Made {
  readonly task: Task;
  readonly trials: readonly Trial[];
  /** Whether the task is told of though it is open, since no more trials are wanted. */
  readonly last: boolean;
}

/** Where a run puts what it knows. */
export interface Desk {
  readonly book: Book;
  readonly archive: Archive;
  readonly voice: Voice;
}

/**
 * Trials are entered at once, so that the next decisions know of them. Who reads of a success finds its output, and a
 * run that crashes has not lost it: first all is kept, then it is told. Resolves then; undefined if there was nothing
 * to wait for.
 */
export function settle(
  { book, archive, voice }: Desk,
  made: readonly Made[],
  outputs: readonly Output[],
): Promise<void> | undefined {
  for (const { task, trials } of made) for (const trial of trials) enter(book, task, trial);
  const ended = made.filter(({ task, last }) => last || task.state !== "open").map(({ task }) => task);
  const kept = archive.keep(
    made.flatMap(({ trials }) => trials),
    outputs,
  );
  if (kept !== undefined) return kept.then(() => tellAll(ended, voice));
  tellAll(ended, voice);
  return undefined;
}

/** What was not told yet, at the end of a run: tasks that were stopped, or whose turn never came. */
export function tellRest({ tasks }: Book, voice: Voice, isWorthTelling: (task: Task) => boolean): void {
  tellAll(
    tasks.all.filter((task) => !task.told && isWorthTelling(task)),
    voice,
  );
}

function tellAll(tasks: readonly Task[], voice: Voice): void {
  for (const task of tasks) {
    task.told = true;
    if (task.problem !== undefined) say(task.problem);
    voice(task);
    task.last = undefined;
  }
}
