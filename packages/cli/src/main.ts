#!/usr/bin/env node
import { isOutOfFiles, refusalForFiles } from "./shell/open-files.ts";

/**
 * The entry point. It loads the command only if the process may open enough files: with fewer, Node would fail in the
 * middle of loading and print its own stack.
 */
const refusal = refusalForFiles();
if (refusal === undefined) {
  try {
    await import("./process-main.ts");
  } catch (error) {
    // The limit may be unknown until it is reached.
    if (!isOutOfFiles(error)) throw error;
    refuse(refusalForFiles(0)!);
  }
} else refuse(refusal);

function refuse(reason: string): void {
  process.stderr.write(`mulligan: ${reason}\n`);
  process.exitCode = 2;
}
