import { formatDuration } from "../shell/duration.ts";
import { countOver } from "../tasks/book.ts";
import { leading, liveText as textOf } from "../tasks/live-text.ts";
import type { RunBook } from "./run-book.ts";

/** The line on a terminal: tasks that are over, or successes if so many are asked for. */
export function liveText(book: RunBook, until: number | undefined, wallMs: number): string {
  const { tasks, earlier } = book;
  const { done, before, total } =
    until === undefined
      ? { done: countOver(book), before: earlier.tasks, total: tasks.total }
      : { done: book.solved, before: earlier.solved, total: until };
  const best = leading(book.arms.filter((arm) => arm.cutoff() !== null));
  return textOf({
    count: Number.isFinite(total) ? `${done}/${total} done` : `${done} done`,
    done: done - before,
    total: total - before,
    wallMs,
    work: `${book.trials} tries`,
    best: best === undefined ? "" : `${best.name} cut at ${formatDuration(best.cutoff() ?? Infinity)}`,
  });
}
