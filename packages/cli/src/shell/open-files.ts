import { readFileSync } from "node:fs";

/*
 * How many files this process may have open (`ulimit -n`). Pipes, sockets and threads count, too. A process that reaches
 * the limit fails wherever it happens to be, so the limit is respected before: a command is refused, or it does less at a
 * time. This module imports nothing of ours, since it is needed while nothing else can be loaded.
 */

/**
 * Fewer are not enough to load any command, since Node opens many modules at the same time: `run` starts with 90 files,
 * `worker` with 120, `serve` and figures with 130.
 */
const LEAST_FILES = 160;

/** The open files of a command with one job, with the pipes that are ready for the next programs. */
const FILES_OF_COMMAND = 104;

/** The open files of a running program: the two ends of three pipes while it starts, and files for its output. */
export const FILES_OF_PROGRAM = 8;

/** The open files of a thread: those of its event loop, and the file that it reads. */
export const FILES_OF_THREAD = 8;

/** The largest number of open files; Infinity if it is unknown. Node raises it at its start as far as it may. */
function openFilesLimit(): number {
  let limits: string;
  try {
    limits = readFileSync("/proc/self/limits", "latin1");
  } catch (error) {
    // There is no /proc, as on macOS, or not even this file can be opened.
    return isOutOfFiles(error) ? 0 : limitInReport();
  }
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? Infinity : Number(soft);
}

interface DiagnosticReport {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | "unlimited" } };
}

let inReport: number | undefined;

/** The limit in Node's diagnostic report, which takes 4 ms to make, so it is made once. On Windows it has none. */
function limitInReport(): number {
  if (inReport === undefined) {
    const report = process.report?.getReport() as DiagnosticReport | undefined;
    const soft = report?.userLimits?.open_files?.soft;
    inReport = typeof soft === "number" ? soft : Infinity;
  }
  return inReport;
}

/** Returns the message with which to refuse any command; undefined if enough files are allowed. */
export function refusalForFiles(limit = openFilesLimit()): string | undefined {
  if (limit >= LEAST_FILES) return undefined;
  const given = limit === 0 ? "fewer" : String(limit);
  return `at least ${LEAST_FILES} open files must be allowed, got ${given}; \`ulimit -n ${LEAST_FILES}\` allows them`;
}

/** True if the system refuses to open another file, in this process or in all. */
export function isOutOfFiles(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === "EMFILE" || code === "ENFILE";
}

/**
 * Returns how many of the requested jobs can run at a time: at least one, as `refusalForFiles` has checked. If there are fewer than
 * requested, `notice` gets the reason.
 */
export function allowedJobs(
  requested: number,
  filesOfJob: number,
  notice: (text: string) => void,
  limit = openFilesLimit(),
): number {
  const allowed = Math.max(1, 1 + Math.floor((limit - FILES_OF_COMMAND) / filesOfJob));
  if (requested <= allowed) return requested;
  notice(
    `--jobs: ${allowed} at a time instead of ${requested}, since ${limit} open files are allowed (ulimit -n)`,
  );
  return allowed;
}

/** Returns how many connections a server may have: at most half of the open files, so that it still has files to write to. */
export function allowedConnections(requested: number, limit = openFilesLimit()): number {
  return Math.min(requested, Math.floor(limit / 2));
}
