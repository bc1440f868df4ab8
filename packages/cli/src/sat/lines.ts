import { type ArmTotals, sumOf } from "./tally.ts";
import type { SatTask } from "./tasks.ts";

/** The line of a file with `--json`; time in flips. */
export function taskLine(task: SatTask, arms: readonly string[]) {
  const { file, solved, tries, flips, arm, cutoff, problem } = task;
  return {
    type: "task",
    input: file,
    solved,
    tries,
    time: flips,
    arm: tries === 0 ? null : arms[arm],
    cutoff: tries === 0 ? null : Math.floor(cutoff),
    ...(problem === undefined ? {} : { problem }),
    ...(task.hopeless ? { unsatisfiable: true } : {}),
  };
}

/** The last line with `--json`; it counts what a journal knew before, too. */
export function summaryLine(
  tasks: readonly SatTask[],
  arms: readonly ArmTotals[],
  earlier: { readonly tasks: number; readonly tries: number },
  stopped: "done" | "budget" | "interrupted",
) {
  return {
    type: "summary",
    tasks: tasks.length,
    solved: tasks.filter((task) => task.solved).length,
    tries: sumOf(arms, "tries"),
    time: sumOf(arms, "time"),
    arms,
    stopped,
    ...(earlier.tries === 0 ? {} : { earlier }),
  };
}
