#!/usr/bin/env node
import { commandOf } from "./commands/all-commands.ts";
import { processOf } from "./shell/assets.ts";
import { isOutOfFiles } from "./shell/open-files.ts";

/** The entry point. Where too few files may be open to load the command, that is said instead of Node's own stack. */
async function start(words: readonly string[]): Promise<void> {
  try {
    const main = (await import(processOf(commandOf(words)))) as typeof import("./process-main.ts");
    await main.runProcess(words);
  } catch (error) {
    if (!isOutOfFiles(error)) throw error;
    process.stderr.write("mulligan: too many open files; `ulimit -n` must allow more\n");
    process.exitCode = 2;
  }
}

void start(process.argv.slice(2));
