import {
  type ColumnNames,
  type Columns,
  eachRow,
  findColumns,
  readTime,
  type TableRow,
} from "mulligan/readers";

/** A column: its label here, and its name for `mulligan analyze`. */
interface PreviewColumn {
  readonly label: string;
  readonly value: string;
}

/** The first rows of a table, to choose its columns by. */
export interface TablePreview {
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly (readonly string[])[];
  /** The columns that are read; absent if the times are not found. */
  readonly found?: Columns;
}

const MAX_ROWS = 4;
const MAX_COLUMNS = 60;
const MAX_CELL = 40;
/** Bytes of the file that are looked at: enough for some rows. */
const BEGINNING = 2 ** 16;

/** The preview of a table; undefined if its beginning is no table. */
export function previewOf(bytes: Uint8Array, names: ColumnNames): TablePreview | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  const [first, ...others] = firstRows(bytes.length > BEGINNING ? wholeLines(text) : text);
  if (first === undefined) return undefined;
  const found = foundIn([first, ...others], names);
  const heading = found?.heading ?? readTime(first.record[0] ?? "") === undefined;
  const body = heading ? others : [first, ...others];
  return {
    columns: first.record
      .slice(0, MAX_COLUMNS)
      .map((cell, place) => columnOf(first.record, cell, place, heading)),
    rows: body.slice(0, MAX_ROWS).map(({ record }) => record.slice(0, MAX_COLUMNS).map(cut)),
    ...(found === undefined ? {} : { found }),
  };
}

function firstRows(text: string): TableRow[] {
  const rows: TableRow[] = [];
  try {
    for (const row of eachRow("", text)) {
      if (rows.push(row) > MAX_ROWS) break;
    }
  } catch {
    // Reading the whole log reports what is wrong with it.
  }
  return rows;
}

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

function foundIn(rows: readonly TableRow[], names: ColumnNames): Columns | undefined {
  try {
    return findColumns(
      "",
      rows.map(({ record }) => record),
      names,
    );
  } catch {
    return undefined;
  }
}

/** A column goes by its name if no other has it, otherwise by its number. */
function columnOf(record: readonly string[], cell: string, place: number, heading: boolean): PreviewColumn {
  const number = String(place + 1);
  const alike = record.filter((other) => other.toLowerCase() === cell.toLowerCase()).length;
  if (!heading || cell === "") return { label: `column ${number}`, value: number };
  return alike === 1
    ? { label: cut(cell), value: cell }
    : { label: `${cut(cell)} (${number})`, value: number };
}

function cut(cell: string): string {
  return cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL - 1)}…` : cell;
}
