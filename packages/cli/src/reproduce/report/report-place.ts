import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isOurs } from "../../figures/write-figure.ts";
import { UsageError } from "../../shell/usage-error.ts";

/** A report may replace one of ours, and nothing else: its files have names that others may have given to theirs. */
export function checkReportPlace(folder: string): void {
  if (readdirSync(folder).length === 0) return;
  const page = join(folder, "report.html");
  if (statSync(page, { throwIfNoEntry: false })?.isFile() && isOurs(page)) return;
  throw new UsageError(
    `${folder}: must be a new or empty folder, or one with a report of \`mulligan reproduce\`, got one with other files`,
  );
}
