import { readFileSync } from "node:fs";

/* This module imports nothing of ours, since it is needed while nothing else can be loaded. */

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

/** True if the system refuses to open another file, in this process or in all. */
export function isOutOfFiles(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === "EMFILE" || code === "ENFILE";
}

/** Returns how many connections a server may have: at most half of the open files, so that it still has files to write to. */
export function allowedConnections(requested: number, limit = openFilesLimit()): number {
  return Math.min(requested, Math.floor(limit / 2));
}
