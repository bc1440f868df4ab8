import { parse } from "csv-parse/sync";
import { readText } from "../shell/files.ts";
import { UsageError } from "../shell/usage-error.ts";

/** The times behind `empirical(FILE.csv)`: the column `time`, or the only column, with or without a heading. */
export function readTimes(file: string): number[] {
  const rows = tableOf(file);
  if (rows.length === 0) throw new UsageError(`${file}: must hold at least one time, got none`);
  const heading = Number.isNaN(Number(rows[0][0])) ? rows[0].map((cell) => cell.toLowerCase()) : undefined;
  const column = heading === undefined || heading.length === 1 ? 0 : heading.indexOf("time");
  if (column < 0 || (heading === undefined && rows[0].length > 1)) {
    throw new UsageError(`${file}:1: must have a column "time", got ${rows[0].join(", ")}`);
  }
  return rows.slice(heading === undefined ? 0 : 1).map((row, place) => {
    const time = row[column] === "" || row[column] === undefined ? Number.NaN : Number(row[column]);
    if (!(time >= 0 && time < Infinity)) {
      const line = place + (heading === undefined ? 1 : 2);
      throw new UsageError(`${file}:${line}: a time must be a number of at least 0, got "${row[column]}"`);
    }
    return time;
  });
}

function tableOf(file: string): string[][] {
  try {
    return parse(readText(file), { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: must be CSV: ${error instanceof Error ? error.message : error}`);
  }
}
