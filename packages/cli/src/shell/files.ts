import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonFor, reasonOf } from "./failure.ts";
import { openInput } from "./open-input.ts";
import { MAX_INPUT_BYTES, refuseBinary, TOO_LONG, textOf } from "./text-bytes.ts";
import { UsageError } from "./usage-error.ts";

/** The bytes of a text file, refused at the first that no text has; `-` is standard input. */
export function readBytes(path: string): Promise<Buffer> {
  return readAll(path, (part) => refuseBinary(path, part));
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

/** A file as text, refused if it is none. */
export async function readText(path: string): Promise<string> {
  return textOf(path, await readBytes(path));
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
