import { createHash } from "node:crypto";
import type { Task } from "./task.ts";
import { taskName } from "./task-list.ts";

const LONGEST_WORD = 60;

/**
 * The file in `--results` for the output that solved a task. Its name has the place of the input and a hash of it,
 * and, to be found by people, what is harmless of the input's last part: never a path.
 */
export function resultName(task: Task): string {
  return `${stemOf(task)}.out`;
}

/** The one beside it, for what was written to standard error. */
export function errorsName(task: Task): string {
  return `${stemOf(task)}.err`;
}

/** Both without their endings: a name for all that belongs to a task. */
export function stemOf(task: Task): string {
  const hash = createHash("sha256").update(taskName(task)).digest("hex");
  const last = (task.input ?? "").split("/").at(-1)!;
  const word = last.replaceAll(/[^A-Za-z0-9._-]+/g, "_").slice(0, LONGEST_WORD);
  return `${String(task.index).padStart(6, "0")}-${word === "" ? "" : `${word}-`}${hash.slice(0, 10)}`;
}
