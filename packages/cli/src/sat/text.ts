import type { Assignment } from "@mulligan/sat";
import { jsonLineParts } from "../shell/output.ts";
import { brief, printable, textTable } from "../shell/text.ts";
import type { Book } from "../tasks/book.ts";
import type { Task } from "../tasks/task.ts";
import { modelParts } from "./model-parts.ts";

/** A line an instance. */
export function taskText(task: Task, { arms, unit }: Book): string {
  const file = printable(task.input!);
  if (task.problem !== undefined) return `${file}: not read\n`;
  if (task.unsatisfiable) return `${file}: unsatisfiable, it has an empty clause\n`;
  const { last } = task;
  const what =
    task.state === "solved" && last !== undefined
      ? `solved by ${arms[last.arm].name} within ${brief(unit.cutoff(last.cutoff))}`
      : "unsolved";
  return `${file}: ${what}, ${triesText(task.trials)}, ${flipsText(task.time)}\n`;
}

/** What the run came to. */
export function summaryText(book: Book, wallMs: number): string {
  const { tasks, earlier } = book;
  const table = textTable([
    ["arm", "tries", "solved", "flips"],
    ...book.arms
      .map((arm) => arm.totals())
      .map((arm) => [arm.name, String(arm.tries), String(arm.solved), brief(arm.time)]),
  ]);
  const before = earlier.tasks === 0 ? "" : ` (${earlier.tasks} files were done before)`;
  const seconds = (wallMs / 1_000).toFixed(2);
  return `\n${book.solved} of ${tasks.total} solved, ${flipsText(book.time)}, ${seconds} s${before}\n${table}`;
}

/**
 * The output of the SAT competition, for one file, in parts. A local search proves nothing, so what is not solved is
 * unknown; a comment tells of an empty clause, or what was tried. Of a file that cannot be read there is nothing to say here.
 */
export function competitionText({ problem, unsatisfiable, model, trials, time }: Task): Iterable<string> {
  if (problem !== undefined) return [];
  if (model !== undefined) return modelParts(model);
  const why = unsatisfiable
    ? "unsatisfiable: it has an empty clause"
    : `no model in ${triesText(trials)}, ${flipsText(time)}`;
  return [`c ${why}\ns UNKNOWN\n`];
}

/** The line of a solved task with `--json`, in parts: with its model, as DIMACS literals. */
export function modelLine(line: object, model: Assignment): Iterable<string> {
  return jsonLineParts(line, "model", literalsIn(model));
}

function* literalsIn(model: Assignment): Generator<number> {
  for (let variable = 1; variable < model.length; variable++) {
    yield model[variable] === 1 ? variable : -variable;
  }
}

function triesText(tries: number): string {
  return tries === 1 ? "1 try" : `${brief(tries)} tries`;
}

function flipsText(flips: number): string {
  return flips === 1 ? "1 flip" : `${brief(flips)} flips`;
}
