import { constants } from "node:buffer";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonFor, reasonOf } from "./failure.ts";
import { openInput } from "./open-input.ts";
import { UsageError } from "./usage-error.ts";

/** Of any input: a device that never ends must not take all memory. */
export const MAX_INPUT_BYTES = 2 ** 30;

/** Of a text that is read as rows or lines, each of which takes a hundred bytes and more. */
export const MAX_LINES = 5_000_000;

const NEWLINE = 10;

/** The bytes of a text file, refused at the first that no text has; `-` is standard input. */
export function readBytes(path: string): Promise<Buffer> {
  return readAll(path, (part) => {
    if (part.includes(0)) throw new UsageError(`${path}: must be text, got binary data`);
  });
}

/** All bytes of an input; `check` may refuse it early. */
export async function readAll(path: string, check: (part: Buffer) => void = () => {}): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of openInput(path) as AsyncIterable<Buffer>) {
      check(part);
      parts.push(part);
      length += part.length;
      if (length > MAX_INPUT_BYTES) throw new UsageError(`${path}: ${TOO_LONG}, got more`);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: cannot be read: ${reasonFor(path, error)}`);
  }
  return Buffer.concat(parts);
}

/** What every input must be. */
export const TOO_LONG = `must have at most ${Math.floor(MAX_INPUT_BYTES / 1e6)} MB`;

/** A file as text, refused if it is none. */
export async function readText(path: string): Promise<string> {
  return textOf(path, await readBytes(path));
}

/** Refuses what has more lines than memory would hold. */
export function checkLines(path: string, bytes: Buffer): void {
  let lines = 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  if (lines > MAX_LINES + 1) {
    throw new UsageError(`${path}: must have at most ${MAX_LINES} lines, got ${lines - 1}`);
  }
}

/** What was read from `path` as text. */
export function textOf(path: string, bytes: Buffer): string {
  checkLines(path, bytes);
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    const most = Math.floor(constants.MAX_STRING_LENGTH / 1e6);
    throw new UsageError(`${path}: must have at most ${most} MB, got ${Math.ceil(bytes.length / 1e6)} MB`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path}: must be text in UTF-8, got binary data`);
  }
}

/**
 * Makes a folder and those it stands in, if they are not there. (Node's own way of doing so never ends in a
 * file system like /proc, which says of a new folder that its parent is missing.)
 */
export function makeFolder(path: string): void {
  try {
    makeWithParents(resolve(path));
  } catch (error) {
    throw new UsageError(`${path}: cannot be made: ${reasonOf(error)}`);
  }
}

function makeWithParents(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makeWithParents(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have made it just now.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !statSync(path).isDirectory()) throw error;
  }
}

export function writeText(path: string, text: string | Uint8Array): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}
