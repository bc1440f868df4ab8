import type { LoggedRun } from "@mulligan/core/analysis";
import { UsageError } from "../shell/usage-error.ts";
import { millisecondsIn, unitOfWord } from "./cell-time.ts";
import type { ColumnNames } from "./find-columns.ts";
import { nameOfKind, type ParsedLog, takesColumn } from "./parse-log.ts";

/** A log with the name of its file. */
export type NamedLog = ParsedLog & { readonly file: string };

/** The runs of several logs in one unit. */
export interface JoinedLogs {
  readonly rows: readonly LoggedRun[];
  readonly unit: string | undefined;
  /** Sentences on why a verdict may be wrong, each once. */
  readonly warnings: readonly string[];
}

/** Joins the runs of several logs in one unit: the requested one, or that of the first log that says it. */
export function joinLogs(
  logs: readonly NamedLog[],
  given: ColumnNames,
  requested: string | undefined,
): JoinedLogs {
  checkRoles(logs, given);
  const own = logs.find(({ unit }) => unit !== undefined)?.unit;
  const without = logs.find(({ unit }) => unit === undefined);
  if (requested === undefined && own !== undefined && without !== undefined) {
    throw new UsageError(
      `${without.file}: must say the unit of its times, as the other logs do, got none (--unit says it)`,
    );
  }
  const unit = requested ?? own;
  const warnings = [...new Set(logs.flatMap(({ warnings = [] }) => warnings))];
  return { rows: logs.flatMap((log) => rowsIn(log, unit)), unit, warnings };
}

/** Returns the runs with times in this unit, if one is known. A log without a unit is assumed to have it; others are converted. */
function rowsIn({ file, rows, unit: own }: NamedLog, unit: string | undefined): readonly LoggedRun[] {
  if (own === undefined || unit === undefined || unit === own) return rows;
  const [from, to] = [unitOfWord(own), unitOfWord(unit)];
  if (from === undefined || to === undefined) {
    throw new UsageError(`--unit: the times of ${file} are in ${own}, got "${unit}"`);
  }
  const factor = millisecondsIn(from) / millisecondsIn(to);
  return rows.map((row) => ({ ...row, time: row.time * factor }));
}

/** Refuses a column for logs that have none. */
function checkRoles(logs: readonly NamedLog[], given: ColumnNames): void {
  const role = Object.keys(given).find((name) => !logs.some(({ kind }) => takesColumn(kind, name)));
  if (role === undefined) return;
  const [{ file, kind }] = logs;
  const option = role.replace("U", "-u");
  throw new UsageError(`--${option}: must be used with a table or JSON, got ${file}, ${nameOfKind(kind)}`);
}
