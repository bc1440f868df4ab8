import { readText } from "../shell/files.ts";
import { UsageError } from "../shell/usage-error.ts";
import { readCsv } from "./read-csv.ts";
import { readHyperfine } from "./read-hyperfine.ts";
import { readJoblog } from "./read-joblog.ts";
import { readTrialLines } from "./read-trial-lines.ts";
import type { Observation } from "./sample.ts";

export interface Observations {
  readonly rows: readonly Observation[];
  /** Of the times, where the format says it. */
  readonly unit?: "ms" | "s" | "flips";
}

/** Reads a log, whatever it is: a journal, hyperfine's JSON, GNU parallel's joblog, or a table in CSV. */
export function readObservations(file: string): Observations {
  const text = readText(file).replace(/^\uFEFF/, "");
  const first = text.slice(0, text.search(/\r?\n|$/));
  const found = first.trimStart().startsWith("{")
    ? first.includes('"format":"mulligan-journal"') || first.includes('"type":"trial"')
      ? { rows: readTrialLines(file, text), unit: journalUnit(first) }
      : { rows: readHyperfine(file, text), unit: "s" as const }
    : /^Seq\tHost\tStarttime\tJobRuntime/.test(first)
      ? { rows: readJoblog(file, text), unit: "s" as const }
      : { rows: readCsv(file, text) };
  if (found.rows.length === 0) throw new UsageError(`${file}: must hold at least one run, got none`);
  return found;
}

/** Journals of `sat` count flips. */
function journalUnit(header: string): "ms" | "flips" {
  return header.includes('"unit":"flips"') ? "flips" : "ms";
}
