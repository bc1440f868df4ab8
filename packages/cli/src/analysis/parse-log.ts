import type { LoggedRun } from "@mulligan/core/analysis";
import { headerProblem } from "../journal/journal-format.ts";
import { parseObject } from "../journal/lines.ts";
import { printable } from "../shell/text.ts";
import { checkLines, textOf } from "../shell/text-bytes.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { ColumnNames } from "./find-columns.ts";
import { type JsonDocument, jsonDocuments } from "./json-documents.ts";
import { isAccessLine, readAccessLog } from "./read-access-log.ts";
import { readGithubJobs } from "./read-github-jobs.ts";
import { isGoEvent, readGoTest } from "./read-go-test.ts";
import { readHyperfine } from "./read-hyperfine.ts";
import { JOBLOG_HEADING, readJoblog } from "./read-joblog.ts";
import { readJson } from "./read-json.ts";
import { readJunit } from "./read-junit.ts";
import { readOtlp } from "./read-otlp.ts";
import { hasPytestDurations, readPytestDurations } from "./read-pytest-durations.ts";
import { readPytestReport } from "./read-pytest-report.ts";
import { isSacctHeading, readSacct } from "./read-sacct.ts";
import { readTable } from "./read-table.ts";
import { hasTimeOutput, readTimeOutput } from "./read-time-output.ts";
import { readTrialLines } from "./read-trial-lines.ts";
import { readTries } from "./read-tries.ts";
import type { Reading } from "./record-runs.ts";

/** The runs of a log. */
export interface ParsedLog extends Reading {
  readonly kind: LogKind;
  /** One line on what was read, guessed and left out; absent if nothing was guessed. */
  readonly notice?: string;
}

/** A log that is read as text, or as JSON values. */
interface Source {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly text: () => string;
  readonly documents: Iterable<JsonDocument>;
  readonly given: ColumnNames;
}

interface Format {
  /** The name of the kind in messages. */
  readonly name: string;
  /** Whether the user may say which column, or field, is which; `time` alone for access logs. */
  readonly columns?: "all" | "time";
  /** Recognises a log by the first line that is not empty, or by the first JSON value. */
  readonly matches: (start: Start) => boolean;
  readonly read: (source: Source) => Reading;
}

/** The beginning of a log. */
interface Start {
  /** The first line that is not empty. */
  readonly line: string;
  /** The first JSON value, if it is an object. */
  readonly object: Readonly<Record<string, unknown>>;
  /** Whether it begins like JSON, and is none. */
  readonly isBroken: boolean;
  /** The first and the last mebibyte. */
  readonly ends: string;
}

const has = (name: string) => (start: Start) => Array.isArray(start.object[name]);

/** The formats in the order in which they are tried; the last accepts any text. */
const FORMATS = {
  journal: {
    name: "a journal",
    // Its trials count too, so that a journal with a damaged header is refused, and not read as other JSON.
    matches: ({ line, ends }) =>
      (line.startsWith("{") && /"format":"mulligan-journal"|"type":"trial"/.test(line)) ||
      /^\{"type":"trial",/m.test(ends),
    read: ({ file, bytes }) => readJournalled(file, bytes),
  },
  hyperfine: {
    name: "an export of hyperfine",
    matches: has("results"),
    read: ({ documents }) => readHyperfine(documents),
  },
  "pytest-report": {
    name: "a report of pytest-json-report",
    matches: (start) => has("tests")(start) && ("exitcode" in start.object || "summary" in start.object),
    read: ({ documents }) => readPytestReport(documents),
  },
  "github-jobs": {
    name: "GitHub's list of jobs",
    matches: has("jobs"),
    read: ({ documents }) => readGithubJobs(documents),
  },
  otlp: {
    name: "spans of OpenTelemetry",
    matches: has("resourceSpans"),
    read: ({ documents }) => readOtlp(documents),
  },
  tries: {
    name: "the tries of a problem",
    matches: has("tries"),
    read: ({ documents }) => readTries(documents),
  },
  "go-test": {
    name: "events of go test",
    matches: ({ object }) => isGoEvent(object),
    read: ({ documents }) => readGoTest(documents),
  },
  json: {
    name: "JSON",
    columns: "all",
    // Lines of a program whose time was measured may begin with a bracket, too.
    matches: ({ line, isBroken, ends }) =>
      /^[[{]/.test(line) && !/^\[\d{1,2}\/\w{3}\//.test(line) && !(isBroken && hasTimeOutput(ends)),
    read: ({ file, documents, given }) => readJson(file, documents, given),
  },
  junit: {
    name: "a report in JUnit's XML",
    matches: ({ line }) => line.startsWith("<"),
    read: ({ file, text }) => readJunit(file, text()),
  },
  joblog: {
    name: "a joblog of GNU parallel",
    matches: ({ line }) => line.startsWith(JOBLOG_HEADING),
    read: ({ file, text }) => readJoblog(file, text()),
  },
  sacct: {
    name: "a table of sacct",
    columns: "all",
    matches: ({ line }) => isSacctHeading(line),
    read: ({ file, text, given }) => readSacct(file, text(), given),
  },
  "access-log": {
    name: "an access log",
    columns: "time",
    matches: ({ line }) => isAccessLine(line),
    read: ({ file, text, given }) => readAccessLog(file, text(), given.time),
  },
  "pytest-durations": {
    name: "the durations of pytest",
    matches: ({ ends }) => hasPytestDurations(ends),
    read: ({ file, text }) => readPytestDurations(file, text()),
  },
  time: {
    name: "output of time",
    matches: ({ ends }) => hasTimeOutput(ends),
    read: ({ text }) => readTimeOutput(text()),
  },
  table: {
    name: "a table",
    columns: "all",
    matches: () => true,
    read: ({ file, text, given }) => readTable(file, text(), given),
  },
} as const satisfies Record<string, Format>;

/** The formats of logs that are recognised. */
export type LogKind = keyof typeof FORMATS;

/** Returns the kind of a log by its content, not its name. */
export function logKind(bytes: Uint8Array): LogKind {
  return kindOf(startOf(bytes, firstOf(jsonDocuments("", bytes))));
}

function kindOf(start: Start): LogKind {
  return (Object.keys(FORMATS) as LogKind[]).find((kind) => FORMATS[kind].matches(start))!;
}

/** Returns whether the user may name the column or field for a role in a log of this kind. */
export function takesColumn(kind: LogKind, role: string): boolean {
  const { columns }: Format = FORMATS[kind];
  return columns === "all" || columns === role;
}

/** Returns the name of a kind of log in messages. */
export function nameOfKind(kind: LogKind): string {
  return FORMATS[kind].name;
}

/** Reads the runs of a log of any kind. `file` is its name in messages. */
export function parseLog(file: string, bytes: Uint8Array, given: ColumnNames = {}): ParsedLog {
  let noJson = 0;
  const documents = jsonDocuments(file, bytes, () => (noJson += 1));
  const first = firstOf(documents);
  const start = startOf(bytes, first);
  if (start.line === "") throw new UsageError(`${file}: must hold at least one run, got none`);
  const kind = kindOf(start);
  const format: Format = FORMATS[kind];
  const text = () => textOf(file, bytes).replace(/^\uFEFF/, "");
  const reading = format.read({ file, bytes, text, documents: joined(file, first, documents), given });
  const { rows } = reading;
  if (rows.length === 0) throw new UsageError(`${file}: must hold at least one run, got none`);
  const tooLong = rows.findIndex(({ time }) => !(time <= LONGEST_TIME));
  if (tooLong >= 0) {
    throw new UsageError(
      `${file}: times must be at most ${LONGEST_TIME}, got a longer one in run ${tooLong + 1}`,
    );
  }
  if (kind === "journal") return { ...reading, kind };
  const notes = [...reading.notes, ...(noJson > 0 ? [`${noJson} that are not JSON left out`] : [])];
  if (notes.length === 0 && format.columns === "all") return { ...reading, kind };
  const of = format.columns === "all" ? "" : ` of ${format.name}`;
  const what = `read ${rows.length} ${rows.length === 1 ? "run" : "runs"}${of}`;
  return { ...reading, kind, notice: notes.length === 0 ? what : `${what}: ${notes.join(", ")}` };
}

type Documents = Generator<JsonDocument>;
type First = IteratorResult<JsonDocument> | { readonly error: unknown };

/** The first JSON value; what is wrong with it matters only if the log is read as JSON. */
function firstOf(documents: Documents): First {
  try {
    return documents.next();
  } catch (error) {
    return { error };
  }
}

function* joined(file: string, first: First, others: Documents): Documents {
  if ("error" in first) throw first.error;
  if (first.done) throw new UsageError(`${file}: must hold at least one run, got none`);
  yield first.value;
  yield* others;
}

/** Longer ones would not survive another unit. */
const LONGEST_TIME = 1e300;

/** A file without newlines is not decoded as a whole to find its first line. */
const LONGEST_START = 2 ** 20;

function startOf(bytes: Uint8Array, first?: First): Start {
  const decoder = new TextDecoder();
  const beginning = decoder.decode(bytes.subarray(0, LONGEST_START)).trimStart();
  const line = beginning.slice(0, beginning.search(/\r?\n|$/));
  const end = bytes.length > LONGEST_START ? decoder.decode(bytes.subarray(-LONGEST_START)) : "";
  const value = first !== undefined && "value" in first ? first.value?.value : undefined;
  const object = typeof value === "object" && value !== null ? (value as Start["object"]) : {};
  const isBroken = first !== undefined && "error" in first;
  return { line, object, isBroken, ends: `${beginning}\n${end}` };
}

/** The unit is any word of the file, and is printed. */
const LONGEST_UNIT = 40;

/** Journals say their unit, such as flips; lines of trials without a header are milliseconds. */
function readJournalled(file: string, bytes: Uint8Array): Reading {
  const first = startOf(bytes).line;
  const header = parseObject(first);
  const problem = header?.type === "trial" ? undefined : headerProblem(first);
  if (problem !== undefined) throw new UsageError(`${file}:1: ${problem}`);
  checkLines(file, bytes);
  return {
    rows: readTrialLines(file, bytes),
    unit: typeof header?.unit === "string" ? printable(header.unit).slice(0, LONGEST_UNIT) : "ms",
    notes: [],
  };
}

/** Refuses a verdict for each instance where the runs have none. */
export function checkGrouping(file: string, rows: readonly LoggedRun[], by: "arm" | "instance"): void {
  if (by === "instance" && rows.every((row) => row.instance === undefined)) {
    throw new UsageError(
      `${file}: must name the input of each run, in a column such as \`instance\`, got none (--instance names the column)`,
    );
  }
}
