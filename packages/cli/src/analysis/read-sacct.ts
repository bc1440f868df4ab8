import { eachRow } from "../shell/table-rows.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { ColumnNames } from "./find-columns.ts";
import { FIRST_ROWS, readRows, takeRows } from "./read-table.ts";
import type { Reading } from "./record-runs.ts";

/** Returns whether a first line is the heading of `sacct -P`. */
export function isSacctHeading(line: string): boolean {
  const names = line.trim().split("|");
  return names.length > 1 && names.some((name) => /^(JobID|JobIDRaw|JobName|Elapsed|ElapsedRaw)$/.test(name));
}

/** The columns of `sacct -P` that are read where the user says nothing else. */
export function sacctColumns(names: readonly string[], given: ColumnNames): ColumnNames {
  const column = (...wanted: string[]) => wanted.find((name) => names.includes(name));
  const [time, instance] = [column("Elapsed", "ElapsedRaw"), column("JobName")];
  return {
    ...(names.includes("State") ? { outcome: "State" } : {}),
    ...(instance === undefined ? {} : { instance }),
    ...(time === undefined ? {} : { time }),
    ...given,
  };
}

/** Whether a row is a step of a job, such as 17.batch. */
export function stepsIn(names: readonly string[]): (record: readonly string[]) => boolean {
  const job = names.findIndex((name) => name === "JobID" || name === "JobIDRaw");
  return (record) => job >= 0 && (record[job] ?? "").includes(".");
}

/**
 * Reads Slurm's `sacct -P`, in seconds. A job that timed out, was cancelled, or still runs was cut. Steps of a job, such as 17.batch, are
 * left out.
 */
export function readSacct(file: string, text: string, given: ColumnNames): Reading {
  const rows = eachRow(file, text, "|")[Symbol.iterator]();
  const first = takeRows(rows, FIRST_ROWS);
  const names = first[0].record;
  const columns = sacctColumns(names, given);
  if (columns.time === undefined || columns.outcome === undefined) {
    throw new UsageError(
      `${file}:1: must have the columns Elapsed and State, as written by sacct -P --format=JobID,JobName,Elapsed,State, got ${names.join(", ").slice(0, 80)}`,
    );
  }
  const isStep = stepsIn(names);
  let steps = 0;
  const keep = (record: readonly string[]) => {
    if (isStep(record)) steps += 1;
    return !isStep(record);
  };
  const reading = readRows(file, first, rows, columns, { keep });
  const notes = steps > 0 ? [...reading.notes, `${steps} of single steps left out`] : reading.notes;
  const isRaw = columns.time === "ElapsedRaw" && given.timeUnit === undefined;
  return isRaw ? { ...reading, unit: "s", notes } : { ...reading, notes };
}
