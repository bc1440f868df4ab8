import type { LoggedRun } from "@mulligan/core/analysis";
import { nearestTime } from "@mulligan/core/problem";
import { headerProblem } from "../journal/journal-format.ts";
import { parseObject } from "../journal/lines.ts";
import { printable } from "../shell/text.ts";
import { checkLines, textOf } from "../shell/text-bytes.ts";
import { UsageError } from "../shell/usage-error.ts";
import { readHyperfine } from "./read-hyperfine.ts";
import { readJoblog } from "./read-joblog.ts";
import { type ColumnNames, readCsv } from "./read-table.ts";
import { readTrialLines } from "./read-trial-lines.ts";

/** The runs of a log. */
export interface ParsedLog {
  readonly rows: readonly LoggedRun[];
  /** The unit of the times, where the format says it. */
  readonly unit?: string;
  /** False for a table that does not say which runs were cut. */
  readonly saysCompleted?: boolean;
  /** True if numbers beyond the limits were moved to them. */
  readonly moved?: true;
}

/**
 * Reads the runs of a log of any kind: a journal, hyperfine's JSON, GNU parallel's joblog, a table in CSV, or a list of
 * times. `file` is its name in messages.
 */
export function parseLog(file: string, bytes: Uint8Array, columns: ColumnNames = {}): ParsedLog {
  const first = firstLine(bytes);
  const kind = kindOf(first);
  const named = Object.keys(columns)[0];
  if (named !== undefined && kind !== "table") {
    throw new UsageError(`--${named}-column: must stand with a table, got ${file}, ${NAMES[kind]}`);
  }
  const parsed =
    kind === "journal"
      ? readJournalled(file, first, bytes)
      : readWhole(file, kind, textOf(file, bytes).replace(/^\uFEFF/, ""), columns);
  if (parsed.rows.length === 0) throw new UsageError(`${file}: must hold at least one run, got none`);
  return kind === "journal" ? withinLimits(parsed) : parsed;
}

/**
 * Moves times and rewards of a journal beyond the limits to them. A reward may exceed 1 here, so it has the limits of a
 * time. Other logs are analysed on their own scale, whatever it is.
 */
function withinLimits(log: ParsedLog): ParsedLog {
  const isAllowed = ({ time, reward }: LoggedRun) =>
    time === nearestTime(time) && reward === nearestTime(reward);
  if (log.rows.every(isAllowed)) return log;
  const rows = log.rows.map((row) => ({
    ...row,
    time: nearestTime(row.time),
    reward: nearestTime(row.reward),
  }));
  return { ...log, rows, moved: true };
}

/** The kinds of logs; a list of times is a table. */
export type LogKind = "journal" | "hyperfine" | "joblog" | "table";

/** Tells the kind of a log by its first line. */
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

function readWhole(file: string, kind: LogKind, text: string, columns: ColumnNames): ParsedLog {
  if (kind === "hyperfine") return { rows: readHyperfine(file, text), unit: "s" };
  if (kind === "joblog") return { rows: readJoblog(file, text), unit: "s" };
  return readCsv(file, text, columns);
}

/** A file without newlines is not decoded as a whole to find its first line. */
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

/** A unit is a word of the user's (`--clock json:FIELD`), and is printed. */
const LONGEST_UNIT = 40;

/** Journals say their unit, such as flips; lines of trials without a header are milliseconds. */
function readJournalled(file: string, first: string, bytes: Uint8Array): ParsedLog {
  const header = parseObject(first);
  const problem = header?.type === "trial" ? undefined : headerProblem(first);
  if (problem !== undefined) throw new UsageError(`${file}:1: ${problem}`);
  checkLines(file, bytes);
  return {
    rows: readTrialLines(file, bytes),
    unit: typeof header?.unit === "string" ? printable(header.unit).slice(0, LONGEST_UNIT) : "ms",
  };
}

const SECONDS: Readonly<Record<string, number>> = { ms: 1e-3, s: 1 };

/**
 * The runs with times in the unit `requested`, if one is. A table does not say the unit of its times, so it is taken
 * for the requested one; other logs say it and are converted.
 */
export function inUnit(
  file: string,
  { rows, unit: own }: ParsedLog,
  requested: string | undefined,
): { readonly rows: readonly LoggedRun[]; readonly unit: string | undefined } {
  if (own === undefined || requested === undefined || requested === own)
    return { rows, unit: requested ?? own };
  const factor = SECONDS[own] / SECONDS[requested];
  if (Number.isNaN(factor))
    throw new UsageError(`--unit: the times of ${file} are in ${own}, got "${requested}"`);
  return { rows: rows.map((row) => ({ ...row, time: row.time * factor })), unit: requested };
}

/** Refuses `--by instance` for runs without instances. */
export function checkGrouping(file: string, rows: readonly LoggedRun[], by: "arm" | "instance"): void {
  if (by === "instance" && rows.every((row) => row.instance === undefined)) {
    throw new UsageError(
      `${file}: has no instances for --by instance: a column \`instance\` would name them`,
    );
  }
}
