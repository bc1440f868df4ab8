import { headerProblem } from "../../journal/journal-format.ts";
import { parseObject } from "../../log/lines.ts";
import { checkLines, textOf } from "../../shell/text-bytes.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { Observation } from "../sample.ts";
import type { ColumnNames } from "./columns.ts";
import { readCsv } from "./read-csv.ts";
import { readHyperfine } from "./read-hyperfine.ts";
import { readJoblog } from "./read-joblog.ts";
import { readTrialLines } from "./read-trial-lines.ts";

export interface Observations {
  readonly rows: readonly Observation[];
  /** Of the times, where the format says it. */
  readonly unit?: "ms" | "s" | "flips";
  /** False for a table that does not say which runs were cut. */
  readonly saysCompleted?: boolean;
}

/**
 * What stands in a log, whatever it is: a journal, hyperfine's JSON, GNU parallel's joblog, a table in CSV, or a list of
 * times. `file` is what messages call it. For the command and for the page: no file is touched.
 */
export function observationsIn(file: string, bytes: Uint8Array, columns: ColumnNames = {}): Observations {
  const first = firstLine(bytes);
  const kind = kindOf(first);
  const named = Object.keys(columns)[0];
  if (named !== undefined && kind !== "table") {
    throw new UsageError(`--${named}-column: must stand with a table, got ${file}, ${NAMES[kind]}`);
  }
  const found =
    kind === "journal"
      ? readJournalled(file, first, bytes)
      : readWhole(file, kind, textOf(file, bytes).replace(/^\uFEFF/, ""), columns);
  if (found.rows.length === 0) throw new UsageError(`${file}: must hold at least one run, got none`);
  return found;
}

/** A list of times is a table, too. */
export type LogKind = "journal" | "hyperfine" | "joblog" | "table";

/** Which kind of log it is, by its first line. */
export function logKind(bytes: Uint8Array): LogKind {
  return kindOf(firstLine(bytes));
}

const NAMES = {
  journal: "a journal",
  hyperfine: "an export of hyperfine",
  joblog: "a joblog of GNU parallel",
};

function kindOf(first: string): LogKind {
  if (isJournal(first)) return "journal";
  if (first.startsWith("{")) return "hyperfine";
  return first.startsWith("Seq\tHost\tStarttime\tJobRuntime") ? "joblog" : "table";
}

function readWhole(file: string, kind: LogKind, text: string, columns: ColumnNames): Observations {
  if (kind === "hyperfine") return { rows: readHyperfine(file, text), unit: "s" };
  if (kind === "joblog") return { rows: readJoblog(file, text), unit: "s" };
  return readCsv(file, text, columns);
}

/** Enough to tell by, also of a file without lines. */
const LONGEST_FIRST_LINE = 2 ** 20;

function firstLine(bytes: Uint8Array): string {
  const start = new TextDecoder().decode(bytes.subarray(0, LONGEST_FIRST_LINE));
  return start.slice(0, start.search(/\r?\n|$/)).trimStart();
}

function isJournal(first: string): boolean {
  return (
    first.startsWith("{") &&
    (first.includes('"format":"mulligan-journal"') || first.includes('"type":"trial"'))
  );
}

/** Journals of `sat` count flips; lines of trials without a header are milliseconds. */
function readJournalled(file: string, first: string, bytes: Uint8Array): Observations {
  const header = parseObject(first);
  const problem = header?.type === "trial" ? undefined : headerProblem(first);
  if (problem !== undefined) throw new UsageError(`${file}:1: ${problem}`);
  checkLines(file, bytes);
  return { rows: readTrialLines(file, bytes), unit: header?.unit === "flips" ? "flips" : "ms" };
}
