#!/usr/bin/env node
import { claimProcess } from "./processes/own-process.ts";
import { runCommandLine } from "./program.ts";
import { exitCode } from "./shell/exit-code.ts";
import { reportFailure, watchOutputs } from "./shell/failure.ts";
import { ENDING_SIGNALS } from "./shell/signals.ts";

claimProcess();
watchOutputs();
process.on("uncaughtException", (error) => {
  reportFailure(error);
  process.exit();
});
endOnSignals();
await runCommandLine(process.argv.slice(2));

/** For commands that have nothing to save, and for the moments before one that has listens itself. */
function endOnSignals(): void {
  for (const signal of ENDING_SIGNALS) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(exitCode.interrupted);
    });
  }
}
