import { UsageError } from "./usage-error.ts";

/** The most bytes of an input: an endless device must not take all memory. */
export const MAX_INPUT_BYTES = 2 ** 30;

/** The message for an input that is too long. */
export const TOO_LONG = `must have at most ${Math.floor(MAX_INPUT_BYTES / 1e6)} MB`;

/** The message for bytes that are not UTF-8. */
export const NOT_TEXT = "must be text in UTF-8, got binary data";

/** The most rows or lines of a text: each takes a hundred bytes and more. */
export const MAX_LINES = 5_000_000;

/** The longest string that V8 has, in Node and in Chromium. */
const MAX_STRING_LENGTH = 2 ** 29 - 24;

const NEWLINE = 10;

/** Refuses a part of a file with a byte that does not occur in text. */
export function refuseBinary(path: string, part: Uint8Array): void {
  if (part.includes(0)) throw new UsageError(`${path}: must be text, got binary data`);
}

/** Refuses a text with more than MAX_LINES lines. */
export function checkLines(path: string, bytes: Uint8Array): void {
  let lines = 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  if (lines > MAX_LINES + 1) {
    throw new UsageError(
      `${path}: must have at most ${MAX_LINES.toLocaleString("en")} lines, got ${(lines - 1).toLocaleString("en")}`,
    );
  }
}

/** Returns the bytes that were read from `path` as text. */
export function textOf(path: string, bytes: Uint8Array): string {
  checkLines(path, bytes);
  if (bytes.length > MAX_STRING_LENGTH) {
    const most = Math.floor(MAX_STRING_LENGTH / 1e6);
    throw new UsageError(`${path}: must have at most ${most} MB, got ${Math.ceil(bytes.length / 1e6)} MB`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path}: ${NOT_TEXT}`);
  }
}
