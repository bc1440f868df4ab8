import { constants } from "node:buffer";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf } from "./failure.ts";
import { UsageError } from "./usage-error.ts";

/** The bytes of a file; `-` is standard input. */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path === "-" ? 0 : path);
  } catch (error) {
    throw new UsageError(`${path}: cannot be read: ${reasonOf(error)}`);
  }
}

/** A file as text, refused if it is none. */
export function readText(path: string): string {
  return textOf(path, readBytes(path));
}

/** What was read from `path` as text. */
export function textOf(path: string, bytes: Buffer): string {
  if (bytes.includes(0)) throw new UsageError(`${path}: must be text, got binary data`);
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
