import type { Archive } from "../journal/archive.ts";
import { type ArmSummary, tallyArm } from "../tasks/arm-tally.ts";
import { type Book, openBook } from "../tasks/book.ts";
import { resume } from "../tasks/resume.ts";
import { listTasks } from "../tasks/task-list.ts";
import { milliseconds } from "../tasks/unit.ts";
import type { Judge } from "./judge.ts";
import type { RunPlan } from "./plan.ts";

/** All that a run of programs knows. */
export type RunBook = Book<ArmSummary>;

/** The tasks of a plan, where the archive left them. */
export async function openRunBook(
  plan: RunPlan,
  { trials, outputs }: Archive,
  { draws, notice }: { readonly draws: boolean; readonly notice: Judge["notice"] },
): Promise<RunBook> {
  const { decider, givesUp, repeats, findsBroken, timeoutMs: timeout } = plan;
  const { maxAttempts, maxCounted, mode } = decider;
  const kind = { repeats, abandons: mode === "abandon" };
  const arms = plan.programs.map(({ name }) => tallyArm(name, decider.schedule, kind));
  const giving = { maxAttempts, maxCounted, givesUp, findsBroken, timeout, limitsTime: true };
  const rules = { unit: milliseconds, draws, ...giving };
  const book = openBook(listTasks(plan.inputs, plan.repeat), arms, rules);
  let lost = 0;
  await resume(book, trials, {
    relearn: decider.relearn,
    isLost({ last }) {
      if (last?.result === undefined || outputs?.has(last.result) === false) lost += 1;
      // A program may have done more than print: it is not run again without being asked.
      return false;
    },
  });
  // What is drawn is what this run did.
  book.points.length = 0;
  if (outputs !== undefined && lost > 0) {
    notice(
      "results",
      `${outputs.folder} has no output of ${lost} of the tasks that were solved before; without --state they are run again`,
    );
  }
  return book;
}

/** Whether all came to pass that was asked for. With nothing to come to, the end of the budget is the end of the work. */
export function isReached(
  { solved, tasks }: RunBook,
  until: number | undefined,
  budgetSpent: boolean,
): boolean {
  if (until !== undefined) return solved >= until;
  return solved === tasks.total || (budgetSpent && tasks.total === Infinity);
}
