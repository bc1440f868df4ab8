import { createHash } from "node:crypto";
import { join } from "node:path";
import { makeFolder } from "../shell/files.ts";
import { writeWhole } from "../shell/write-whole.ts";
import type { Task } from "./tasks.ts";

/** Keeps the output of the run that solved a task, and gives the name of the file. */
export type ResultKeeper = (task: Task, output: Buffer) => Promise<string>;

/**
 * A folder with one file for each task that was solved. Its name has the place of the input and a hash of it,
 * and, to be found by people, what is harmless of the input's last part: never a path. The file appears whole, before
 * the success is written to the journal: a crash between the two repeats the task, and never loses its output.
 */
export function keepResults(folder: string): ResultKeeper {
  makeFolder(folder);
  return async (task, output) => {
    const name = resultName(task);
    await writeWhole(join(folder, name), output);
    return name;
  };
}

const LONGEST_WORD = 60;

function resultName({ index, input, occurrence }: Task): string {
  const hash = createHash("sha256")
    .update(`${occurrence}:${input ?? ""}`)
    .digest("hex");
  const last = (input ?? "").split("/").at(-1)!;
  const word = last.replaceAll(/[^A-Za-z0-9._-]+/g, "_").slice(0, LONGEST_WORD);
  return `${String(index).padStart(6, "0")}-${word === "" ? "" : `${word}-`}${hash.slice(0, 10)}.out`;
}
