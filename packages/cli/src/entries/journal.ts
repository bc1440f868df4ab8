/** `mulligan/journal`: the lines of a journal of `mulligan run` and `sat`. */

export { sealed } from "../journal/checksum.ts";
export { formatHeader } from "../journal/header.ts";
export { formatTrial } from "../journal/trial-line.ts";
