#!/usr/bin/env node
import { commandOf } from "./commands/all-commands.ts";
import { processOf } from "./shell/assets.ts";
import { isOutOfFiles, refusalForFiles } from "./shell/open-files.ts";

/**
 * The entry point. It loads the command only if the process may open enough files: with fewer, Node would fail in the
 * middle of loading and print its own stack.
 */
async function start(words: readonly string[]): Promise<void> {
  const refusal = refusalForFiles();
  if (refusal !== undefined) return refuse(refusal);
  try {
    const main = (await import(processOf(commandOf(words)))) as typeof import("./process-main.ts");
    await main.runProcess(words);
  } catch (error) {
    // The limit may be unknown until it is reached.
    if (!isOutOfFiles(error)) throw error;
    refuse(refusalForFiles(0)!);
  }
}

function refuse(reason: string): void {
  process.stderr.write(`mulligan: ${reason}\n`);
  process.exitCode = 2;
}

void start(process.argv.slice(2));
