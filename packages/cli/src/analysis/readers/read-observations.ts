import { headerProblem } from "../../journal/header.ts";
import { parseObject } from "../../journal/trial-line.ts";
import { checkLines, readBytes, textOf } from "../../shell/files.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { Observation } from "../sample.ts";
import { readCsv } from "./read-csv.ts";
import { readHyperfine } from "./read-hyperfine.ts";
import { readJoblog } from "./read-joblog.ts";
import { readTrialLines } from "./read-trial-lines.ts";

export interface Observations {
  readonly rows: readonly Observation[];
  /** Of the times, where the format says it. */
  readonly unit?: "ms" | "s" | "flips";
}

/** Reads a log, whatever it is: a journal, hyperfine's JSON, GNU parallel's joblog, or a table in CSV. */
export async function readObservations(file: string): Promise<Observations> {
  const bytes = await readBytes(file);
  const first = firstLine(bytes);
  const found = isJournal(first)
    ? readJournalled(file, first, bytes)
    : readWhole(file, first, textOf(file, bytes).replace(/^\uFEFF/, ""));
  if (found.rows.length === 0) throw new UsageError(`${file}: must hold at least one run, got none`);
  return found;
}

function readWhole(file: string, first: string, text: string): Observations {
  if (first.startsWith("{")) return { rows: readHyperfine(file, text), unit: "s" };
  if (first.startsWith("Seq\tHost\tStarttime\tJobRuntime"))
    return { rows: readJoblog(file, text), unit: "s" };
  return { rows: readCsv(file, text) };
}

/** Enough to tell by, also of a file without lines. */
const LONGEST_FIRST_LINE = 2 ** 20;

function firstLine(bytes: Buffer): string {
  const start = bytes.toString("utf8", 0, LONGEST_FIRST_LINE).replace(/^\uFEFF/, "");
  return start.slice(0, start.search(/\r?\n|$/)).trimStart();
}

function isJournal(first: string): boolean {
  return (
    first.startsWith("{") &&
    (first.includes('"format":"mulligan-journal"') || first.includes('"type":"trial"'))
  );
}

/** Journals of `sat` count flips; lines of trials without a header are milliseconds. */
function readJournalled(file: string, first: string, bytes: Buffer): Observations {
  const header = parseObject(first);
  const problem = header?.type === "trial" ? undefined : headerProblem(first);
  if (problem !== undefined) throw new UsageError(`${file}:1: ${problem}`);
  checkLines(file, bytes);
  return { rows: readTrialLines(file, bytes), unit: header?.unit === "flips" ? "flips" : "ms" };
}
