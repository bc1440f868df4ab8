/** `mulligan/readers`: reads the logs of `mulligan analyze` from memory, without touching files. */

export { millisecondsIn, readTime, unitOfWord } from "../analysis/cell-time.ts";
export type { ColumnNames } from "../analysis/find-columns.ts";
export { joinLogs, type NamedLog } from "../analysis/join-logs.ts";
export { type LogPreview, previewLog } from "../analysis/log-preview.ts";
export { type OutcomeWord, WORD_OPTIONS } from "../analysis/outcome-words.ts";
export { checkGrouping, type LogKind, parseLog } from "../analysis/parse-log.ts";
export { printable, shortened } from "../shell/text.ts";
export { refuseBinary } from "../shell/text-bytes.ts";
export { UsageError } from "../shell/usage-error.ts";
