import type { Archive, Output } from "../journal/archive.ts";
import type { Trial } from "../journal/trial-line.ts";
import { printJsonLine } from "../shell/json.ts";
import { say } from "../shell/say.ts";
import type { Book } from "./book.ts";
import { taskLine } from "./lines.ts";
import type { Task } from "./task.ts";

/** How a command says on stdout what became of a task. */
export type Voice = (task: Task) => void;

/** With `--json`: a line for each. */
export function jsonVoice(book: Book): Voice {
  return (task) => printJsonLine(taskLine(task, book));
}

/** Trials that were made, what solved some of their tasks, and the tasks about which nothing more is done. */
export interface Settled {
  readonly trials: readonly Trial[];
  readonly outputs: readonly Output[];
  readonly ended: readonly Task[];
}

/** Who reads of a success finds its output, and a run that crashes has not lost it: first it is kept, then told. */
export function settle(
  { trials, outputs, ended }: Settled,
  archive: Archive,
  voice: Voice,
): Promise<void> | undefined {
  const kept = archive.keep(trials, outputs);
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
