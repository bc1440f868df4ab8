import { runCommandLine } from "./program.ts";
import { runThread } from "./threads/command-thread.ts";

await runThread(runCommandLine);
