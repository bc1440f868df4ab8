import type { Archive } from "../journal/archive.ts";
import { countArm } from "../tasks/arm-tally.ts";
import { type Book, openBook } from "../tasks/book.ts";
import { resume } from "../tasks/resume.ts";
import { listTasks } from "../tasks/task-list.ts";
import { flips } from "../tasks/unit.ts";
import { MODEL_END } from "./model-parts.ts";
import type { SatPlan } from "./plan.ts";
import { solutionName } from "./solution-name.ts";

/** The files as tasks, where the archive left them. `tells` if models are told, and so must be found again. */
export async function openSatBook(
  files: readonly string[],
  { names, maxAttempts, maxCounted, searches, decisions }: SatPlan,
  { trials, outputs }: Archive,
  { draws, tells }: { readonly draws: boolean; readonly tells: boolean },
): Promise<Book> {
  const countsCuts = searches ? "after-search" : "always";
  const rules = { unit: flips, maxAttempts, maxCounted, countsCuts, givesUp: false, draws } as const;
  const book = openBook(listTasks(files), names.map(countArm), rules);
  await resume(book, trials, {
    relearn: decisions.relearn,
    isLost: ({ input }) => tells || outputs?.has(solutionName(input!), MODEL_END) === false,
  });
  return book;
}
