/** `mulligan/journal`: the lines of a journal of `mulligan run` and `sat`. */

export { formatHeader, formatTrial } from "../journal/journal-format.ts";
