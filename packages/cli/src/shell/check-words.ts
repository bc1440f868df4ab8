import { readFileSync } from "node:fs";
import { UsageError } from "./usage-error.ts";

/** What Node puts where it finds something that is not UTF-8. */
const REPLACED = "\uFFFD";

/**
 * Node gives arguments as text. One that is none, such as the name of a file in Latin-1, came out as another word, under
 * which there is no file, or worse, a different one: it is refused. Where there is no /proc nobody can tell.
 */
export function checkWords(words: readonly string[]): void {
  const suspect = words.find((word) => word.includes(REPLACED));
  if (suspect !== undefined && !isText(ownCommandLine())) {
    throw new UsageError(
      `arguments must be UTF-8, got ${suspect}; a file of such a name must be renamed first`,
    );
  }
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function ownCommandLine(): Uint8Array {
  try {
    return readFileSync("/proc/self/cmdline");
  } catch {
    return new Uint8Array(0);
  }
}
