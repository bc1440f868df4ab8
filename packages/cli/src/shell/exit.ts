import { say } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/** How the command ends; `process.exitCode` is set to one of these. */
export const exitCode = {
  done: 0,
  /** Done, but some tasks failed or stayed unsolved. */
  unsolved: 1,
  /** Bad usage or bad input, or an output that cannot be written. */
  usage: 2,
  /** `analyze`: 0 if restarting pays, and otherwise one of these. */
  doesNotPay: 1,
  unclear: 3,
  /** `sat` with one file, as in the SAT competition. */
  satisfiable: 10,
  /** A defect of ours; EX_SOFTWARE of sysexits(3). */
  defect: 70,
  /** The budget was spent first; the code of timeout(1). */
  budget: 124,
  /** Ctrl-C; what was learned is saved. */
  interrupted: 130,
} as const;

/** With these a user, a terminal that closes, or a system that goes down asks a command to end. */
export const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * A mistake of the user's, or what the system refuses, is one line on stderr and code 2; a stack is for who asks for
 * one with MULLIGAN_DEBUG. Anything else is a defect of ours: it says so, with the stack that a report of it needs,
 * and code 70.
 */
export function reportFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const ours = !(error instanceof UsageError || isSystemError(error));
  say(ours ? `a defect of ours, please report it: ${message}` : message);
  if ((ours || process.env.MULLIGAN_DEBUG) && error instanceof Error) {
    process.stderr.write(`${error.stack}\n`);
  }
  process.exitCode = ours ? exitCode.defect : exitCode.usage;
}

/**
 * A reader that went away (`| head -1`) has what it wanted: the command ends quietly. One that `keeps`
 * something, and has work under way, is told as by a terminal that closed, since nobody reads what comes of it. An output that cannot be
 * written, as on a full disk, is an error. Notices that nobody can read are no reason to end.
 */
export function watchOutputs({ keeps }: { readonly keeps: boolean }): void {
  process.stderr.on("error", () => {});
  let gone = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (gone) return;
    if (error.code === "EPIPE") {
      gone = true;
      if (keeps && process.listenerCount("SIGHUP") > 1) process.emit("SIGHUP");
      else process.exit();
      return;
    }
    reportFailure(new UsageError(`standard output: cannot be written: ${reasonOf(error)}`));
    process.exit();
  });
}

/** A file that may not be read, a full disk, no more processes: a call that the system did not do. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
}

/** The reason with what the user may not see: a name that is not UTF-8 is no name that Node could open. */
export function reasonFor(path: string, error: unknown): string {
  const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return missing && path.includes("\uFFFD") ? "its name is not UTF-8, rename it first" : reasonOf(error);
}

/** A system error without its code and call: `ENOSPC: no space left on device, write` is its middle. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
