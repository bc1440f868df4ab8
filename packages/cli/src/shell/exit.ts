import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { isOutOfFiles } from "./open-files.ts";
import { say } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/** The exit codes of the command. */
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

/** The signals by which a user, a closing terminal, or a system that shuts down ends a command. */
export const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Reports an error. A mistake of the user, or a refusal of the system, is one line on stderr and code 2, with a stack only if
 * MULLIGAN_DEBUG is set. Anything else is a defect: one line that says so, the stack for a report, and code 70.
 */
export function reportFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const ours = !(error instanceof UsageError || isSystemError(error) || isOutOfFiles(error));
  say(ours ? `a defect of Mulligan, please report it: ${message}` : message);
  if ((ours || process.env.MULLIGAN_DEBUG) && error instanceof Error) {
    process.stderr.write(`${withOriginalPlaces(error.stack ?? message)}\n`);
  }
  process.exitCode = ours ? exitCode.defect : exitCode.usage;
}

/**
 * Returns the text of a stack with the files and lines of the sources instead of those of the bundle, as far as the maps beside
 * the bundle tell. Node would do the same if it read the maps at each start, and not only when they are needed.
 */
function withOriginalPlaces(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replaceAll(
    /^( +at .*?)((?:\/|[A-Z]:\\).+?\.js):(\d+):(\d+)/gm,
    (all, before, file, line, column) => {
      if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
      const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (found === undefined || !("originalSource" in found) || !found.originalSource) return all;
      return `${before}${found.originalSource}:${found.originalLine + 1}`;
    },
  );
}

function readMap(path: string): SourceMap | undefined {
  try {
    return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : undefined;
  } catch {
    // The stack itself still tells more than an error about its map.
    return undefined;
  }
}

/** Does the work. A process or thread that has nothing left to wait for would end with code 0, as if the work were done. */
export async function untilDone(work: () => Promise<void>): Promise<void> {
  const report = () => reportFailure(new Error("the command waits for something that never comes"));
  process.once("beforeExit", report);
  await work();
  process.off("beforeExit", report);
}

/**
 * Handles errors of the standard streams. If the reader of standard output leaves (`| head -1`), the command ends quietly; a command that
 * `keeps` something and has work under way ends as if its terminal had closed. An output that cannot be written, as on a full disk, is an
 * error. A closed standard error is ignored.
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

/** Returns the reason, with a hint if the name is not UTF-8, which Node cannot open. */
export function reasonFor(path: string, error: unknown): string {
  const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return missing && path.includes("\uFFFD") ? "its name is not UTF-8, rename it first" : reasonOf(error);
}

/** Returns the message of a system error without its code and call: `ENOSPC: no space left on device, write` is its middle. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
