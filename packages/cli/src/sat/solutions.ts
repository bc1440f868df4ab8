import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolder, writeText } from "../shell/files.ts";
import { UsageError } from "../shell/usage-error.ts";
import { writeWhole } from "../shell/write-whole.ts";
import { valueLines } from "./text.ts";

/** Where `--solutions` keeps models, each named for its file. */
export interface Solutions {
  has(file: string): boolean;
  /** Resolves when the model is there. */
  save(file: string, literals: readonly number[]): Promise<void>;
}

/**
 * With `lasting` a model is on the disk before it is told of, as a journal's success must be, which is never looked
 * for again. Without a journal that would be a hundred times slower than solving a small formula.
 */
export function openSolutions(
  folder: string,
  files: readonly string[],
  { lasting }: { readonly lasting: boolean },
): Solutions {
  checkNames(files);
  makeFolder(folder);
  const placeOf = (file: string) => join(folder, `${basename(file)}.sol`);
  return {
    has: (file) => existsSync(placeOf(file)),
    async save(file, literals) {
      const text = `s SATISFIABLE\n${valueLines(literals)}`;
      if (lasting) await writeWhole(placeOf(file), text);
      else writeText(placeOf(file), text);
    },
  };
}

/** Two models of one name would overwrite each other. */
function checkNames(files: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const file of files) {
    const other = seen.get(basename(file));
    if (other !== undefined) {
      throw new UsageError(`--solutions: file names must differ, got ${other} and ${file}`);
    }
    seen.set(basename(file), file);
  }
}
