import { printable } from "../shell/printable.ts";
import { brief, textTable } from "../shell/text-table.ts";
import { type ArmTotals, sumOf } from "./tally.ts";
import type { SatTask } from "./tasks.ts";

/** A line an instance. */
export function taskText(task: SatTask, arms: readonly string[]): string {
  const file = printable(task.file);
  if (task.problem !== undefined) return `${file}: not read\n`;
  if (task.hopeless) return `${file}: unsatisfiable, it has an empty clause\n`;
  const what = task.solved
    ? `solved by ${arms[task.arm]} within ${brief(Math.floor(task.cutoff))}`
    : "unsolved";
  const tries = `${task.tries} ${task.tries === 1 ? "try" : "tries"}`;
  return `${file}: ${what}, ${tries}, ${flipsText(task.flips)}\n`;
}

/** What the run came to. */
export function summaryText(
  tasks: readonly SatTask[],
  arms: readonly ArmTotals[],
  earlier: number,
  ms: number,
): string {
  const solved = tasks.filter((task) => task.solved).length;
  const flips = sumOf(arms, "time");
  const table = textTable([
    ["arm", "tries", "solved", "flips"],
    ...arms.map((arm) => [arm.name, String(arm.tries), String(arm.solved), brief(arm.time)]),
  ]);
  const before = earlier === 0 ? "" : ` (${earlier} files were done before)`;
  return `\n${solved} of ${tasks.length} solved, ${flipsText(flips)}, ${(ms / 1_000).toFixed(2)} s${before}\n${table}`;
}

function flipsText(flips: number): string {
  return flips === 1 ? "1 flip" : `${brief(flips)} flips`;
}

/** The SAT competition's `v` lines: literals and a 0, no line longer than 78 characters. */
export function valueLines(literals: readonly number[]): string {
  const lines: string[] = [];
  let line = "v";
  for (const literal of [...literals, 0]) {
    if (line.length + 1 + String(literal).length > 78) {
      lines.push(line);
      line = "v";
    }
    line += ` ${literal}`;
  }
  return `${[...lines, line].join("\n")}\n`;
}
