import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolder, writeText } from "../shell/files.ts";
import { writeWhole } from "./write-whole.ts";

/** What solved a task, under the name of its file: the output of a program, a model. */
export interface Output {
  readonly name: string;
  readonly data: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/** A folder with one file for each task that was solved. */
export interface Outputs {
  readonly folder: string;
  /** Whether a file of this name is there. */
  has(name: string): boolean;
  /** Resolves when it is there. */
  save(output: Output): Promise<void>;
}

/**
 * With `lasting` an output is on the disk, whole, before it is told of, as a journal's success must be, which is never
 * looked for again. Without a journal that would be a hundred times slower than solving a small formula.
 */
export function openOutputs(folder: string, { lasting }: { readonly lasting: boolean }): Outputs {
  makeFolder(folder);
  return {
    folder,
    // A journal may be anybody's: its names are no paths.
    has: (name) => existsSync(join(folder, basename(name))),
    async save({ name, data }) {
      const plain = typeof data === "string" || data instanceof Uint8Array;
      if (lasting || !plain) await writeWhole(join(folder, name), data);
      else writeText(join(folder, name), data);
    },
  };
}
