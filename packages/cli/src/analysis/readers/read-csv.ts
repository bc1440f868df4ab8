import { tableRows, truthOf } from "../../shell/table-rows.ts";
import { UsageError } from "../../shell/usage-error.ts";
import type { Observation } from "../sample.ts";

const COLUMNS = ["time", "completed", "arm", "reward", "instance"];

/** A table with the columns `time` and `completed`, optional `arm`, `reward`, `instance`; others are ignored. */
export function readCsv(file: string, text: string): Observation[] {
  const [first, ...records] = tableRows(file, text);
  const heading = (first?.record ?? []).map((name) => name.toLowerCase());
  const column = (name: string) => heading.indexOf(name);
  const missing = ["time", "completed"].filter((name) => column(name) < 0);
  if (missing.length > 0) {
    throw new UsageError(
      `${file}:1: must have the columns time and completed, got ${heading.join(", ").slice(0, 80) || "none"}`,
    );
  }
  const twice = heading.find((name, place) => COLUMNS.includes(name) && column(name) < place);
  if (twice !== undefined) throw new UsageError(`${file}:1: must have one column ${twice}, got two`);
  const cell = (record: readonly string[], name: string) => record[column(name)] ?? "";
  return records.map(({ record, line }) => {
    const where = `${file}:${line}`;
    const completed = truth(where, cell(record, "completed"));
    const instance = cell(record, "instance");
    return {
      arm: cell(record, "arm") || "all",
      ...(instance === "" ? {} : { instance }),
      time: amount(where, "time", cell(record, "time")),
      completed,
      reward: completed ? rewardOf(where, cell(record, "reward")) : 0,
    };
  });
}

/** A run that ended earns 1 if the table does not say what. */
function rewardOf(where: string, text: string): number {
  return text === "" ? 1 : amount(where, "reward", text);
}

function amount(where: string, name: string, text: string): number {
  const value = text === "" ? Number.NaN : Number(text);
  if (!(value >= 0 && value < Infinity)) {
    throw new UsageError(`${where}: ${name} must be a number of at least 0, got "${text}"`);
  }
  return value;
}

function truth(where: string, text: string): boolean {
  const value = truthOf(text);
  if (value === undefined) throw new UsageError(`${where}: completed must be 1 or 0, got "${text}"`);
  return value;
}
