import type { ColumnNames, Columns, FirstRows } from "./find-columns.ts";
import { findColumns } from "./find-columns.ts";
import { jsonDocuments } from "./json-documents.ts";
import { type OutcomeWord, OutcomeWords } from "./outcome-words.ts";
import { type LogKind, logKind, nameOfKind } from "./parse-log.ts";
import { firstFieldsOf } from "./read-json.ts";
import { sacctColumns, stepsIn } from "./read-sacct.ts";
import { firstRowsOf } from "./read-table.ts";

/** The beginning of a log, to see how it is read. */
export interface LogPreview {
  readonly kind: LogKind;
  /** Such as "a table" or "a joblog of GNU parallel". */
  readonly name: string;
  /** The first rows with their heading, if the user may say which column is which; otherwise empty. */
  readonly rows: FirstRows;
  /** The columns that are read; absent if the times are not found. */
  readonly found?: Columns;
  /** The words for outcomes in these rows, those that are not understood too. */
  readonly words: readonly OutcomeWord[];
}

/** Bytes of a table that are looked at, and rows. */
const BEGINNING = 2 ** 20;
const MAX_ROWS = 2_000;

/** How a log is read, by its beginning. Never fails: reading the whole log says what is wrong with it. */
export function previewLog(bytes: Uint8Array, given: ColumnNames): LogPreview {
  const kind = logKind(bytes);
  const preview = { kind, name: nameOfKind(kind), rows: [], words: [] };
  try {
    const rows = FIRST_ROWS[kind]?.(bytes, given) ?? [];
    const columns = kind === "sacct" ? sacctColumns(rows[0] ?? [], given) : given;
    return { ...preview, rows, ...columnsIn(rows, columns) };
  } catch {
    return preview;
  }
}

const FIRST_ROWS: Partial<Record<LogKind, (bytes: Uint8Array, given: ColumnNames) => FirstRows>> = {
  table: (bytes, given) => firstRowsOf(beginningOf(bytes), given, MAX_ROWS),
  sacct: (bytes, given) => {
    const rows = firstRowsOf(beginningOf(bytes), given, MAX_ROWS, "|");
    const isStep = stepsIn(rows[0] ?? []);
    return rows.filter((row) => !isStep(row));
  },
  json: (bytes) => firstFieldsOf(jsonDocuments("", bytes)),
};

/** Whole lines only. */
function beginningOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  return bytes.length > BEGINNING ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
}

function columnsIn(rows: FirstRows, given: ColumnNames): Partial<Pick<LogPreview, "found" | "words">> {
  if (rows.length === 0) return {};
  try {
    const found = findColumns("", rows.slice(0, 20), given);
    const words = new OutcomeWords(given);
    for (const row of found.heading ? rows.slice(1) : rows) {
      // Objects without a time are left out, too.
      if (found.outcome < 0 || !row[found.time]) continue;
      words.endingOf(row[found.outcome] ?? "", found.outcomeKind);
    }
    return { found, words: words.list() };
  } catch {
    return {};
  }
}
