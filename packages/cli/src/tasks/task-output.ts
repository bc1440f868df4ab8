import { createHash } from "node:crypto";
import type { Output } from "../journal/archive.ts";
import type { HideSecrets } from "../shell/secrets.ts";
import { type Task, type TaskOutput, taskName } from "./task.ts";

type NamedTask = Pick<Task, "input" | "index" | "occurrence">;

/** The task as its files are named, and as it is shown: without the secrets of its input. */
export function shownTask({ input, index, occurrence }: NamedTask, hide: HideSecrets): NamedTask {
  return { input: input === null ? null : hide(input), index, occurrence };
}

/** Returns the files of `--results` for the output of the try that solved a task; `.err` only if it is not empty. */
export function outputsOf(task: NamedTask, { out, err }: TaskOutput): Output[] {
  const output = { name: resultName(task), data: out.chunks() };
  return err.size === 0 ? [output] : [output, { name: errorsName(task), data: err.chunks() }];
}

export function resultName(task: NamedTask): string {
  return `${fileStem(task)}.out`;
}

export function errorsName(task: NamedTask): string {
  return `${fileStem(task)}.err`;
}

const LONGEST_WORD = 60;

/**
 * Returns a file name for a task, without an ending. It has the index of the task and a hash of its name, and, for people, the harmless
 * characters of the input's last part. It is never a path.
 */
export function fileStem(task: NamedTask): string {
  const hash = createHash("sha256").update(taskName(task)).digest("hex");
  const last = (task.input ?? "").split("/").at(-1)!;
  const word = last.replaceAll(/[^A-Za-z0-9._-]+/g, "_").slice(0, LONGEST_WORD);
  return `${String(task.index).padStart(6, "0")}-${word === "" ? "" : `${word}-`}${hash.slice(0, 10)}`;
}
