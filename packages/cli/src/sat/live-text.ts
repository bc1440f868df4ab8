import { brief } from "../shell/text.ts";
import { type Book, countOver } from "../tasks/book.ts";
import { leading, liveText as textOf } from "../tasks/live-text.ts";

/** The line on a terminal: files of this run that are over, and flips. */
export function liveText(book: Book, wallMs: number): string {
  const { earlier, tasks } = book;
  const done = countOver(book) - earlier.tasks;
  const total = tasks.total - earlier.tasks;
  const best = leading(book.arms)!;
  return textOf({
    count: `${done}/${total} files`,
    done,
    total,
    wallMs,
    work: `${((book.time - earlier.time) / wallMs / 1_000).toFixed(1)}M flips/s`,
    best: `${best.name} cut at ${brief(Math.floor(best.cutoff() ?? 0))}`,
  });
}
