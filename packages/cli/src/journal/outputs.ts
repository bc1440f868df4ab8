import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { reasonOf } from "../shell/exit.ts";
import { makeFolder } from "../shell/files.ts";
import { UsageError } from "../shell/usage-error.ts";
import { sweepParts } from "./part-files.ts";
import { type Parts, writeWhole } from "./write-whole.ts";

/** What solved a task, under the name of its file: the output of a program, a model. */
export interface Output {
  readonly name: string;
  readonly data: string | Uint8Array | Parts;
}

/** A folder with one file for each task that was solved. */
export interface Outputs {
  readonly folder: string;
  /** Whether a file of this name is there, and ends so. */
  has(name: string, ending?: string): boolean;
  /** Resolves when it is there. */
  save(output: Output): Promise<void>;
}

/**
 * With `lasting` an output is on the disk, whole, before it is told of, as a journal's success must be, which is never
 * looked for again. Without a journal that would be a hundred times slower than solving a small formula.
 */
export function openOutputs(folder: string, { lasting }: { readonly lasting: boolean }): Outputs {
  makeFolder(folder);
  sweepParts(folder);
  return {
    folder,
    // A journal may be anybody's: its names are no paths.
    has: (name, ending = "") => endsWith(join(folder, basename(name)), ending),
    async save({ name, data }) {
      const plain = typeof data === "string" || data instanceof Uint8Array;
      if (lasting || !plain) await writeWhole(join(folder, name), data);
      else writeHere(join(folder, name), data);
    },
  };
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Into the folder and nowhere else: a link is replaced, and what it leads to stays. */
function writeHere(path: string, data: string | Uint8Array): void {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path);
    const file = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o666);
    try {
      writeFileSync(file, data);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}

function endsWith(path: string, ending: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size < ending.length) return false;
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(ending.length);
    readSync(file, bytes, 0, bytes.length, stat.size - bytes.length);
    return bytes.toString("latin1") === ending;
  } finally {
    closeSync(file);
  }
}
