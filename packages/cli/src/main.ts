#!/usr/bin/env node
import { commandOf } from "./commands/all-commands.ts";
import { claimProcess } from "./processes/own-process.ts";
import { runCommandLine } from "./program.ts";
import { checkWords } from "./shell/check-words.ts";
import { exitCode } from "./shell/exit-code.ts";
import { reportFailure, watchOutputs } from "./shell/failure.ts";
import { ENDING_SIGNALS } from "./shell/signals.ts";

claimProcess();
const words = process.argv.slice(2);
const computes = commandOf(words)?.computes === true;
watchOutputs({ keeps: !computes });
process.on("uncaughtException", (error) => {
  reportFailure(error);
  process.exit();
});
endOnSignals();
try {
  checkWords(words);
  if (computes) {
    const { runInThread } = await import("./threads/command-thread.ts");
    await runInThread(new URL("./thread-main.js", import.meta.url), words);
  } else await runCommandLine(words);
} catch (error) {
  reportFailure(error);
}

/** For commands that have nothing to save, and for the moments before one that has listens itself. */
function endOnSignals(): void {
  for (const signal of ENDING_SIGNALS) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(exitCode.interrupted);
    });
  }
}
