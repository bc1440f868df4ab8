import { eachRow, truthOf } from "../../shell/table-rows.ts";
import { shown } from "../../shell/text.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { Observation } from "../sample.ts";
import { type ColumnNames, type Columns, findColumns } from "./columns.ts";
import { type CellTime, readTime } from "./read-time.ts";

export interface TableRuns {
  readonly rows: Observation[];
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
  const rows: Observation[] = [];
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

function observationOf(
  where: string,
  record: readonly string[],
  columns: Columns,
  time: number,
): Observation {
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
