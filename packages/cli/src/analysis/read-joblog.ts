import type { LoggedRun } from "@mulligan/core/analysis";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { endingOfExit, runThatEnded } from "./ending.ts";
import type { Reading } from "./record-runs.ts";

export const JOBLOG_HEADING = "Seq\tHost\tStarttime\tJobRuntime";

/**
 * Reads GNU parallel's `--joblog`, with tabs: Seq Host Starttime JobRuntime Send Receive Exitval Signal Command. A job that
 * was ended from outside was cut: by `--timeout` (exit value −1), by `timeout` (124), or by a signal such as SIGTERM.
 * The host is not an arm: it does the same work.
 */
export function readJoblog(file: string, text: string): Reading {
  const rows: LoggedRun[] = [];
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    const fields = line.split("\t").map((field) => field.trim());
    // Parallel writes the heading again where it appends to a log.
    if (fields.length < 2 || fields[0] === "Seq") continue;
    const [, , started, runtime, , , exitValue, signal, command] = fields;
    const time = runtime === "" || runtime === undefined ? Number.NaN : Number(runtime);
    if (!(time >= 0 && time < Infinity) || !/^-?\d+$/.test(exitValue ?? "")) {
      throw new UsageError(
        `${file}:${place + 1}: must have a JobRuntime of at least 0 and an Exitval, got ${shown(runtime ?? "")} and ${shown(exitValue ?? "")}`,
      );
    }
    const ending = endingOfExit(Number(exitValue), Number(signal) || 0);
    const run = runThatEnded({ instance: command, start: Number(started) }, time, ending);
    if (run !== undefined) rows.push(run);
  }
  return { rows, unit: "s", notes: [] };
}
