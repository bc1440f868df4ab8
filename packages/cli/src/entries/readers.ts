/** `mulligan/readers`: what `mulligan analyze` reads, and how it refuses what it cannot read. No files are touched. */

export { readTime } from "../analysis/cell-time.ts";
export { type ColumnNames, type Columns, findColumns } from "../analysis/find-columns.ts";
export {
  checkGrouping,
  inUnit,
  type LogKind,
  logKind,
  type ParsedLog,
  parseLog,
} from "../analysis/parse-log.ts";
export { eachRow, type TableRow } from "../shell/table-rows.ts";
export { printable } from "../shell/text.ts";
export { refuseBinary } from "../shell/text-bytes.ts";
export { asUsage, UsageError } from "../shell/usage-error.ts";
