import { exitCode } from "./exit-code.ts";
import { say } from "./say.ts";

/** One line on stderr, and code 2. A stack trace is for who asks for one with MULLIGAN_DEBUG. */
export function reportFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  say(message);
  if (process.env.MULLIGAN_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = exitCode.usage;
}

/**
 * A reader that went away (`| head -1`) has what it wanted: the command ends quietly. An output that
 * cannot be written, as on a full disk, is an error. Notices that nobody can read are no reason to end.
 */
export function watchOutputs(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCode.done);
    reportFailure(new Error(`standard output: cannot be written: ${reasonOf(error)}`));
    process.exit();
  });
}

/** A system error without its code and call: `ENOSPC: no space left on device, write` is its middle. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
