import type { LoggedRun } from "@mulligan/core/analysis";
import { nearestHint } from "@mulligan/core/distributions";
import { eachRow, type TableRow, truthOf } from "../shell/table-rows.ts";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";

/** The columns that `analyze` reads; others are ignored. */
export const COLUMNS = ["time", "completed", "arm", "reward", "instance"] as const;

type Column = (typeof COLUMNS)[number];

/** Where a column has another name than usual: its name, or its number from 1. */
export type ColumnNames = Readonly<Partial<Record<Column, string>>>;

/** The place of each column, below 0 if there is none; `heading` is true if the first row is one of names. */
export type Columns = Readonly<Record<Column, number>> & { readonly heading: boolean };

/** A time in a cell: a number, or a duration such as 3s or 250ms, then in milliseconds. */
interface CellTime {
  readonly time: number;
  readonly unit: "" | "ms";
}

/** The runs of a table. */
interface TableRuns {
  readonly rows: LoggedRun[];
  /** Absent if the cells do not say it. */
  readonly unit?: "ms";
  /**
   * False if no column says which runs were cut: all of them are taken to have ended by themselves. True for a list of
   * times, which has no place for it.
   */
  readonly saysCompleted: boolean;
}

/** Reads a table of runs: a list of times, or columns of which one is `time`. */
export function readCsv(file: string, text: string, names: ColumnNames = {}): TableRuns {
  let columns: Columns | undefined;
  let unit: CellTime["unit"] | undefined;
  let list = false;
  const rows: LoggedRun[] = [];
  for (const row of eachRow(file, text)) {
    if (columns === undefined) {
      columns = findColumns(file, row, names);
      list = row.record.length === 1;
      if (columns.heading) continue;
    }
    const where = `${file}:${row.line}`;
    const time = timeIn(where, row.record[columns.time] ?? "", unit);
    unit ??= time.unit;
    rows.push(runOf(where, row.record, columns, time.time));
  }
  columns ??= findColumns(file, undefined, names);
  return { rows, ...(unit === "ms" ? { unit } : {}), saysCompleted: list || columns.completed >= 0 };
}

function runOf(where: string, record: readonly string[], columns: Columns, time: number): LoggedRun {
  const cell = (place: number) => (place < 0 ? "" : (record[place] ?? ""));
  const completed = columns.completed < 0 || completedIn(where, cell(columns.completed));
  const instance = cell(columns.instance);
  return {
    arm: cell(columns.arm) || "all",
    ...(instance === "" ? {} : { instance }),
    time,
    completed,
    reward: completed ? rewardIn(where, cell(columns.reward)) : 0,
  };
}

/** The time in a cell, which must have a unit if the cells before have one. */
function timeIn(where: string, text: string, unit: CellTime["unit"] | undefined): CellTime {
  const found = readTime(text);
  if (found === undefined) {
    throw new UsageError(
      `${where}: time must be a number of at least 0, or a duration such as 3s or 250ms, got ${shown(text)}`,
    );
  }
  if (unit !== undefined && found.unit !== unit) {
    const others = unit === "" ? "without a unit" : "with a unit";
    throw new UsageError(`${where}: time must be ${others}, as in the rows before, got ${shown(text)}`);
  }
  return found;
}

/** A run that ended earns 1 if the table does not say what. */
function rewardIn(where: string, text: string): number {
  if (text === "") return 1;
  const value = Number(text);
  if (!(value >= 0 && value < Infinity)) {
    throw new UsageError(`${where}: reward must be a number of at least 0, got ${shown(text)}`);
  }
  return value;
}

function completedIn(where: string, text: string): boolean {
  const value = truthOf(text);
  if (value === undefined) throw new UsageError(`${where}: completed must be 1 or 0, got ${shown(text)}`);
  return value;
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1e3,
  m: 6e4,
  min: 6e4,
  h: 3.6e6,
};

/** The time in a cell; undefined if it has none. */
export function readTime(cell: string): CellTime | undefined {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(ns|us|µs|ms|s|m|min|h)?$/i.exec(cell.trim());
  if (match === null) return undefined;
  const [, digits, word] = match;
  const factor = word === undefined ? 1 : MILLISECONDS[word.toLowerCase()];
  const time = Number(digits) * factor;
  return time >= 0 && time < Infinity ? { time, unit: word === undefined ? "" : "ms" } : undefined;
}

/** Finds the columns by the first row: by their names, or, in a list of times without a heading, the only one. */
export function findColumns(file: string, first: TableRow | undefined, names: ColumnNames): Columns {
  const cells = first?.record ?? [];
  const byNumber = numberOf(names.time, cells.length);
  const heading =
    readTime(cells[byNumber ?? 0] ?? "") === undefined ||
    (byNumber === undefined && hasName(cells, names.time));
  const words = heading ? cells.map((cell) => cell.toLowerCase()) : [];
  const placeOf = (column: Column): number => {
    const name = names[column];
    return name === undefined ? words.indexOf(column) : requestedPlace(file, column, name, words, cells);
  };
  const twice = words.find(
    (word, place) => COLUMNS.some((column) => column === word) && words.indexOf(word) < place,
  );
  if (twice !== undefined) throw new UsageError(`${file}:1: must have one column ${twice}, got two`);
  const only = cells.length === 1 && names.time === undefined ? 0 : -1;
  const time = Math.max(placeOf("time"), only);
  if (time < 0) {
    throw new UsageError(
      `${file}:1: must have a column time, or be a list of times (--time-column names another), got ${cells.join(", ").slice(0, 80) || "none"}`,
    );
  }
  const places = Object.fromEntries(COLUMNS.map((column) => [column, placeOf(column)]));
  return { ...(places as Record<Column, number>), time, heading };
}

/** The place of a column that the user named or numbered. */
function requestedPlace(
  file: string,
  column: Column,
  name: string,
  words: readonly string[],
  cells: readonly string[],
): number {
  const byName = words.indexOf(name.trim().toLowerCase());
  const place = byName >= 0 ? byName : (numberOf(name, cells.length) ?? -1);
  if (place >= 0) return place;
  const allowed = words.length > 0 ? `${words.join(", ").slice(0, 80)}, or a` : "a";
  throw new UsageError(
    `--${column}-column: must be one of ${file}: ${allowed} number from 1 to ${cells.length}, got ${shown(name)}${nearestHint(name, words)}`,
  );
}

function hasName(cells: readonly string[], name: string | undefined): boolean {
  return name !== undefined && cells.some((cell) => cell.toLowerCase() === name.trim().toLowerCase());
}

/** The place of a column that is given by its number from 1. */
function numberOf(name: string | undefined, count: number): number | undefined {
  if (name === undefined || !/^\d{1,6}$/.test(name.trim())) return undefined;
  const place = Number(name) - 1;
  return place >= 0 && place < count ? place : undefined;
}
