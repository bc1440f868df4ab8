import { basename } from "node:path";
import { UsageError } from "../shell/usage-error.ts";

/** The file in `--solutions` for the model of a formula. */
export function solutionName(file: string): string {
  return `${basename(file)}.sol`;
}

/** Two models of one name would overwrite each other. */
export function checkNames(files: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const file of files) {
    const other = seen.get(basename(file));
    if (other !== undefined) {
      throw new UsageError(`--solutions: file names must differ, got ${other} and ${file}`);
    }
    seen.set(basename(file), file);
  }
}
