import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolder } from "../shell/files.ts";
import { writeWhole } from "../shell/write-whole.ts";
import type { Task } from "./tasks.ts";

/** Where the output of the run that solved a task is kept. */
export interface Results {
  readonly folder: string;
  /** Gives the name of the file. */
  save(task: Task, output: Buffer): Promise<string>;
  /** Whether a file of this name is there. */
  has(name: string): boolean;
}

/**
 * A folder with one file for each task that was solved. Its name has the place of the input and a hash of it,
 * and, to be found by people, what is harmless of the input's last part: never a path. The file appears whole, before
 * the success is written to the journal: a crash between the two repeats the task, and never loses its output.
 */
export function openResults(folder: string): Results {
  makeFolder(folder);
  return {
    folder,
    async save(task, output) {
      const name = resultName(task);
      await writeWhole(join(folder, name), output);
      return name;
    },
    // A journal may be anybody's: its names are no paths.
    has: (name) => existsSync(join(folder, basename(name))),
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
