import type { LoggedRun } from "@mulligan/core/analysis";
import { nearestHint } from "@mulligan/core/distributions";
import { eachRow, type TableRow, truthOf } from "../shell/table-rows.ts";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";

interface TableRuns {
  readonly rows: LoggedRun[];
  /** Where its cells say it. */
  readonly unit?: "ms";
  /**
   * False where a column could say which runs were cut, and none does: all of them are taken to have ended by
   * themselves. A bare list of times has no place for it.
   */
  readonly saysCompleted: boolean;
}

/**
 * A table of runs: a list of times, or columns of which one is `time`, with `completed`, `arm`, `reward` and `instance`
 * if they are there. Others are ignored.
 */
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
    const { line, record } = row;
    const time = timeIn(`${file}:${line}`, record[columns.time] ?? "", unit);
    unit ??= time.unit;
    rows.push(observationOf(`${file}:${line}`, record, columns, time.time));
  }
  columns ??= findColumns(file, undefined, names);
  return { rows, ...(unit === "ms" ? { unit } : {}), saysCompleted: list || columns.completed >= 0 };
}

function observationOf(where: string, record: readonly string[], columns: Columns, time: number): LoggedRun {
  const cell = (place: number) => (place < 0 ? "" : (record[place] ?? ""));
  const completed = columns.completed < 0 || truth(where, cell(columns.completed));
  const instance = cell(columns.instance);
  return {
    arm: cell(columns.arm) || "all",
    ...(instance === "" ? {} : { instance }),
    time,
    completed,
    reward: completed ? rewardOf(where, columns, cell(columns.reward)) : 0,
  };
}

/** With a unit in every cell, or in none. */
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
function rewardOf(where: string, { reward }: Columns, text: string): number {
  if (reward < 0 || text === "") return 1;
  const value = Number(text);
  if (!(value >= 0 && value < Infinity)) {
    throw new UsageError(`${where}: reward must be a number of at least 0, got ${shown(text)}`);
  }
  return value;
}

function truth(where: string, text: string): boolean {
  const value = truthOf(text);
  if (value === undefined) throw new UsageError(`${where}: completed must be 1 or 0, got ${shown(text)}`);
  return value;
}

/** The columns of a table that are not called as `analyze` would call them: by name, or by number from 1. */
export interface ColumnNames {
  readonly time?: string;
  readonly completed?: string;
  readonly arm?: string;
  readonly reward?: string;
  readonly instance?: string;
}

/** Where each column stands; below 0 if it does not. */
export interface Columns {
  readonly time: number;
  readonly completed: number;
  readonly arm: number;
  readonly reward: number;
  readonly instance: number;
  /** Whether the first row is one of names. */
  readonly heading: boolean;
}

const USUAL = ["time", "completed", "arm", "reward", "instance"] as const;

/** Finds the columns by the first row: names, or, in a list of times without a heading, the first of them. */
export function findColumns(file: string, first: TableRow | undefined, names: ColumnNames): Columns {
  const cells = first?.record ?? [];
  const byNumber = numberOf(names.time, cells.length);
  const heading =
    readTime(cells[byNumber ?? 0] ?? "") === undefined ||
    (byNumber === undefined && named(names.time, cells));
  const words = heading ? cells.map((cell) => cell.toLowerCase()) : [];
  const asked = (name: (typeof USUAL)[number]) => {
    const wish = names[name];
    return wish === undefined ? words.indexOf(name) : placeOf(file, `--${name}-column`, wish, words, cells);
  };
  const twice = words.find(
    (word, place) => USUAL.some((name) => name === word) && words.indexOf(word) < place,
  );
  if (twice !== undefined) throw new UsageError(`${file}:1: must have one column ${twice}, got two`);
  const only = cells.length === 1 && names.time === undefined ? 0 : -1;
  const time = Math.max(asked("time"), only);
  if (time < 0) {
    throw new UsageError(
      `${file}:1: must have a column time, or be a list of times (--time-column names another), got ${cells.join(", ").slice(0, 80) || "none"}`,
    );
  }
  return {
    time,
    completed: asked("completed"),
    arm: asked("arm"),
    reward: asked("reward"),
    instance: asked("instance"),
    heading,
  };
}

function placeOf(
  file: string,
  option: string,
  wish: string,
  words: readonly string[],
  cells: readonly string[],
): number {
  const byName = words.indexOf(wish.trim().toLowerCase());
  const place = byName >= 0 ? byName : (numberOf(wish, cells.length) ?? -1);
  if (place >= 0) return place;
  const allowed = words.length > 0 ? `${words.join(", ").slice(0, 80)}, or a` : "a";
  throw new UsageError(
    `${option}: must be one of ${file}: ${allowed} number from 1 to ${cells.length}, got ${shown(wish)}${nearestHint(wish, words)}`,
  );
}

function named(wish: string | undefined, cells: readonly string[]): boolean {
  return wish !== undefined && cells.some((cell) => cell.toLowerCase() === wish.trim().toLowerCase());
}

/** A column by its number, counted from 1, as a place from 0. */
function numberOf(wish: string | undefined, count: number): number | undefined {
  if (wish === undefined || !/^\d{1,6}$/.test(wish.trim())) return undefined;
  const place = Number(wish) - 1;
  return place >= 0 && place < count ? place : undefined;
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

/** A time in a cell: a number, or a duration such as 3s or 250ms, then in milliseconds. */
interface CellTime {
  readonly time: number;
  readonly unit: "" | "ms";
}

/** Undefined if it is none. */
export function readTime(cell: string): CellTime | undefined {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(ns|us|µs|ms|s|m|min|h)?$/i.exec(cell.trim());
  if (match === null) return undefined;
  const [, digits, word] = match;
  const factor = word === undefined ? 1 : MILLISECONDS[word.toLowerCase()];
  const time = Number(digits) * factor;
  return time >= 0 && time < Infinity ? { time, unit: word === undefined ? "" : "ms" } : undefined;
}
