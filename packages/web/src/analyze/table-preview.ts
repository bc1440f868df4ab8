import {
  type ColumnNames,
  type Columns,
  eachRow,
  findColumns,
  readTime,
  type TableRow,
} from "mulligan/readers";

/** A column as it is shown, and as `mulligan analyze` would be told of it. */
interface PreviewColumn {
  readonly label: string;
  readonly value: string;
}

/** The first rows of a table, for who must choose its columns. */
export interface TablePreview {
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Which column each thing is read from; nothing where the times are not found. */
  readonly found?: Columns;
}

const MAX_ROWS = 4;
const MAX_COLUMNS = 60;
const MAX_CELL = 40;
/** Of the file: enough for some rows, and read at once. */
const BEGINNING = 2 ** 16;

/** The preview of a table's bytes; undefined where its beginning is no table. */
export function previewOf(bytes: Uint8Array, names: ColumnNames): TablePreview | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  const [first, ...others] = firstRows(bytes.length > BEGINNING ? wholeLines(text) : text);
  if (first === undefined) return undefined;
  const found = foundIn(first, names);
  const heading = found?.heading ?? readTime(first.record[0] ?? "") === undefined;
  const shown = heading ? others : [first, ...others];
  return {
    columns: first.record
      .slice(0, MAX_COLUMNS)
      .map((cell, place) => columnOf(first.record, cell, place, heading)),
    rows: shown.slice(0, MAX_ROWS).map(({ record }) => record.slice(0, MAX_COLUMNS).map(cut)),
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
    // What is wrong with it is said by who reads all of it.
  }
  return rows;
}

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

function foundIn(first: TableRow, names: ColumnNames): Columns | undefined {
  try {
    return findColumns("", first, names);
  } catch {
    return undefined;
  }
}

/** By its name, if it has one of its own, otherwise by its number. */
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
