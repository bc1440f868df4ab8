import type { Book } from "./book.ts";
import type { StopReason } from "./stopping.ts";
import type { Task } from "./task.ts";

/** The line of a task with `--json`, without its model; its time is that of all trials together. */
export function taskLine(task: Task, { arms, unit }: Pick<Book, "arms" | "unit">) {
  const { last, problem } = task;
  return {
    type: "task",
    input: task.input,
    solved: task.state === "solved",
    tries: task.trials,
    time: unit.time(task.time),
    arm: last === undefined ? null : arms[last.arm].name,
    cutoff: last === undefined ? null : unit.cutoff(last.cutoff),
    ...(unit.graded && last?.outcome.kind === "completed" ? { reward: last.outcome.reward } : {}),
    ...(last?.result === undefined ? {} : { result: last.result }),
    ...(task.givenUp === undefined ? {} : { givenUp: task.givenUp }),
    ...(problem === undefined ? {} : { problem }),
    ...(task.unsatisfiable ? { unsatisfiable: true } : {}),
  };
}

/** The last line with `--json`; it counts what a journal knew before, too. `wallMs` where it is told. */
export function summaryLine(book: Book, stopped: StopReason, wallMs?: number) {
  const { unit, earlier } = book;
  const arms = book.arms.map((arm) => arm.totals());
  return {
    type: "summary",
    tasks: book.tasks.all.length,
    solved: book.solved,
    tries: book.trials,
    cuts: arms.reduce((sum, { cuts }) => sum + cuts, 0),
    time: unit.time(book.time),
    arms: arms.map((arm) => ({ ...arm, time: unit.time(arm.time) })),
    stopped,
    ...(wallMs === undefined ? {} : { wall: unit.time(wallMs) }),
    ...(earlier.trials === 0 ? {} : { earlier: { tasks: earlier.tasks, tries: earlier.trials } }),
  };
}
