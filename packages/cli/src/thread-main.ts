import { runCommandLine } from "./program.ts";
import { runThread } from "./threads/command-thread.ts";
import { closePools } from "./threads/end-threads.ts";

export { closePools, runCommandLine };

void runThread(runCommandLine);
