import { parse } from "csv-parse/sync";
import { UsageError } from "../shell/usage-error.ts";
import type { Observation } from "./sample.ts";

const COLUMNS = ["time", "completed", "arm", "reward", "instance"];

/** A table with the columns `time` and `completed`, optional `arm`, `reward`, `instance`; others are ignored. */
export function readCsv(file: string, text: string): Observation[] {
  const { heading, records } = tableOf(file, text);
  const column = (name: string) => heading.indexOf(name);
  const missing = ["time", "completed"].filter((name) => column(name) < 0);
  if (missing.length > 0) {
    throw new UsageError(
      `${file}:1: must have the columns time and completed, got ${heading.join(", ") || "none"}`,
    );
  }
  const twice = heading.find((name, place) => COLUMNS.includes(name) && column(name) < place);
  if (twice !== undefined) throw new UsageError(`${file}:1: must have one column ${twice}, got two`);
  const cell = (record: readonly string[], name: string) => record[column(name)] ?? "";
  return records.map(({ record, line }) => {
    const where = `${file}:${line}`;
    const completed = truth(where, cell(record, "completed"));
    const reward = cell(record, "reward");
    const instance = cell(record, "instance");
    return {
      arm: cell(record, "arm") || "all",
      ...(instance === "" ? {} : { instance }),
      time: amount(where, "time", cell(record, "time")),
      completed,
      reward: !completed ? 0 : reward === "" ? 1 : amount(where, "reward", reward),
    };
  });
}

function tableOf(file: string, text: string) {
  const delimiter = text.slice(0, text.search(/\n|$/)).includes("\t") ? "\t" : ",";
  const rows = text.includes('"') ? quotedRows(file, text, delimiter) : plainRows(text, delimiter);
  return { heading: (rows[0]?.record ?? []).map((name) => name.toLowerCase()), records: rows.slice(1) };
}

/** Without quotes a line is a row: a million of them in half a second, where the general parser takes five. */
function plainRows(text: string, delimiter: string) {
  return text
    .split(/\r?\n/)
    .map((line, place) => ({ record: line.split(delimiter).map((cell) => cell.trim()), line: place + 1 }))
    .filter(({ record }) => record.length > 1 || record[0] !== "");
}

function quotedRows(file: string, text: string, delimiter: string) {
  try {
    const rows = parse(text, {
      bom: true,
      trim: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    throw new UsageError(`${file}: must be CSV: ${error instanceof Error ? error.message : error}`);
  }
}

function amount(where: string, name: string, text: string): number {
  const value = text === "" ? Number.NaN : Number(text);
  if (!(value >= 0 && value < Infinity)) {
    throw new UsageError(`${where}: ${name} must be a number of at least 0, got "${text}"`);
  }
  return value;
}

function truth(where: string, text: string): boolean {
  if (/^(1|true|yes)$/i.test(text)) return true;
  if (/^(0|false|no)$/i.test(text)) return false;
  throw new UsageError(`${where}: completed must be 1 or 0, got "${text}"`);
}
