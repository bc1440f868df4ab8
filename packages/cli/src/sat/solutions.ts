import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { valueLines } from "../report/sat-text.ts";
import { makeFolder, writeText } from "../shell/files.ts";
import { UsageError } from "../shell/usage-error.ts";

/** Where `--solutions` keeps models, each named for its file. */
export interface Solutions {
  has(file: string): boolean;
  save(file: string, literals: readonly number[]): void;
}

export function openSolutions(folder: string, files: readonly string[]): Solutions {
  checkNames(files);
  makeFolder(folder);
  const placeOf = (file: string) => join(folder, `${basename(file)}.sol`);
  return {
    has: (file) => existsSync(placeOf(file)),
    save: (file, literals) => writeText(placeOf(file), `s SATISFIABLE\n${valueLines(literals)}`),
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
