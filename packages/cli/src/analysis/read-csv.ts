import { parse } from "csv-parse/sync";
import { UsageError } from "../shell/usage-error.ts";
import type { Observation } from "./sample.ts";

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
  try {
    const rows = parse(text, {
      bom: true,
      trim: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: text.slice(0, text.search(/\n|$/)).includes("\t") ? "\t" : ",",
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return {
      heading: (rows[0]?.record ?? []).map((name) => name.toLowerCase()),
      records: rows.slice(1).map(({ record, info }) => ({ record, line: info.lines })),
    };
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
