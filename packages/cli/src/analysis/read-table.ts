import { eachRow, headingOf, type TableRow } from "../shell/table-rows.ts";
import { type ColumnNames, findColumns } from "./find-columns.ts";
import { type Reading, RecordRuns } from "./record-runs.ts";

/** How many rows are searched for the columns of a table. */
export const FIRST_ROWS = 20;

/** Reads a table of runs: a list of times, or columns of which one holds times. */
export function readTable(file: string, text: string, given: ColumnNames = {}): Reading {
  const rows = eachRow(file, text)[Symbol.iterator]();
  const first = takeRows(rows, FIRST_ROWS);
  return readRows(file, first, rows, given, { decimalComma: headingOf(text).includes(";") });
}

interface RowOptions {
  /** Whether 1,234 is a little more than 1. */
  readonly decimalComma?: boolean;
  /** False for rows that are left out. */
  readonly keep?: (record: readonly string[]) => boolean;
  readonly notes?: readonly string[];
}

/** Reads the runs in the rows of a table; the first rows have been read already. */
export function readRows(
  file: string,
  first: readonly TableRow[],
  others: Iterator<TableRow>,
  given: ColumnNames,
  { decimalComma = false, keep = () => true, notes = [] }: RowOptions = {},
): Reading {
  const { isCommaList, list, cells } = cellsOf(first, given);
  const where = `${file}:${first[0]?.line ?? 1}`;
  const columns = findColumns(where, first.map(cells), given);
  const runs = new RecordRuns(columns, given, decimalComma || list);
  const add = (row: TableRow) => {
    const record = cells(row);
    if (keep(record)) runs.add(`${file}:${row.line}`, record);
  };
  for (const row of columns.heading ? first.slice(1) : first) add(row);
  for (let next = others.next(); next.done !== true; next = others.next()) add(next.value);
  return runs.reading(...(isCommaList ? ["numbers with a decimal comma"] : []), ...notes);
}

/** How the rows are split into cells: a list may have decimal commas, which separate no cells. */
function cellsOf(first: readonly TableRow[], given: ColumnNames) {
  const isCommaList = given.time === undefined && isListOfCommaNumbers(first);
  const list = isCommaList || first[0]?.record.length === 1;
  return { isCommaList, list, cells: ({ record }: TableRow) => (list ? [record.join(",")] : record) };
}

/** The first rows of a table as they are read, with its heading if it has one. */
export function firstRowsOf(
  text: string,
  given: ColumnNames,
  count: number,
  delimiter?: string,
): (readonly string[])[] {
  const rows = takeRows(eachRow("", text, delimiter)[Symbol.iterator](), count);
  return rows.map(cellsOf(rows.slice(0, FIRST_ROWS), given).cells);
}

export function takeRows(rows: Iterator<TableRow>, count: number): TableRow[] {
  const taken: TableRow[] = [];
  while (taken.length < count) {
    const next = rows.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

/** Whether all commas are decimal commas. If only 0 and 1 follow them, they may mark the completed runs instead. */
function isListOfCommaNumbers(rows: readonly TableRow[]): boolean {
  const isNumber = ({ record }: TableRow) =>
    record.length === 2 && record.every((cell) => /^\d+$/.test(cell));
  return rows.every(isNumber) && rows.some(({ record }) => !/^[01]$/.test(record[1]));
}
