/** `mulligan/journal`: the lines of a journal of `mulligan run` and `sat`. */

export { sealed } from "../journal/checksum.ts";
export { formatHeader } from "../journal/journal-format.ts";
export { formatTrial } from "../journal/journal-format.ts";
