import { readFileSync } from "node:fs";
import { commandOf } from "./commands/all-commands.ts";
import { runCommandLine } from "./program.ts";
import { threadOf } from "./shell/assets.ts";
import { ENDING_SIGNALS, exitCode, reportFailure, untilDone, watchOutputs } from "./shell/exit.ts";
import { UsageError } from "./shell/usage-error.ts";
import { runInThread } from "./threads/command-thread.ts";
import { closePools, stopMarkingTasks } from "./threads/end-threads.ts";

export { closePools, runCommandLine };

/** The character with which Node replaces bytes that are not UTF-8. */
const REPLACED = "\uFFFD";

/**
 * Node gives arguments as text. An argument that is not UTF-8, such as the name of a file in Latin-1, becomes another word, which may name
 * no file or a different one, so it is refused. Without /proc this cannot be checked.
 */
function checkWords(words: readonly string[]): void {
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

/** Runs the command line of this process, and leaves its exit code in `process.exitCode`. */
export async function runProcess(words: readonly string[]): Promise<void> {
  const command = commandOf(words);
  const computes = command?.computes === true;
  watchOutputs({ keeps: !computes });
  process.on("uncaughtException", (error) => {
    reportFailure(error);
    process.exit();
  });
  process.on("exit", stopMarkingTasks);
  endOnSignals();
  await untilDone(async () => {
    try {
      checkWords(words);
      if (computes) await runInThread(threadOf(command), words);
      else await runCommandLine(words);
    } catch (error) {
      reportFailure(error);
    }
    await closePools();
  });
}

/** Ends commands that have nothing to save, and other commands until they listen themselves. */
function endOnSignals(): void {
  for (const signal of ENDING_SIGNALS) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(exitCode.interrupted);
    });
  }
}
