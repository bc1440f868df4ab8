import { createHash } from "node:crypto";
import { join } from "node:path";
import { makeFolder } from "../shell/files.ts";
import { writeWhole } from "../shell/write-whole.ts";
import type { Task } from "./tasks.ts";

/** Keeps the output of the run that solved a task, and gives the name of the file. */
export type ResultKeeper = (task: Task, output: Buffer) => Promise<string>;

/**
 * A folder with one file for each task that was solved. Its name comes from the place of the input and a
 * hash of it, never from its text, which may be any path. The file appears whole, before the success is
 * written to the journal: a crash between the two repeats the task, and never loses its output.
 */
export function keepResults(folder: string): ResultKeeper {
  makeFolder(folder);
  return async (task, output) => {
    const name = resultName(task);
    await writeWhole(join(folder, name), output);
    return name;
  };
}

function resultName({ index, input, occurrence }: Task): string {
  const hash = createHash("sha256")
    .update(`${occurrence}:${input ?? ""}`)
    .digest("hex");
  return `${String(index).padStart(6, "0")}-${hash.slice(0, 10)}.out`;
}
