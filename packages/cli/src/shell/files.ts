import { isUtf8 } from "node:buffer";
import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { Socket } from "node:net";
import { dirname, resolve } from "node:path";
import type { Readable } from "node:stream";
import { isatty, ReadStream } from "node:tty";
import { isMainThread } from "node:worker_threads";
import { reasonFor, reasonOf } from "./exit.ts";
import { checkLines, MAX_INPUT_BYTES, NOT_TEXT, refuseBinary, TOO_LONG, textOf } from "./text-bytes.ts";
import { UsageError } from "./usage-error.ts";

/** The most bytes of a file at a time. */
const PART_BYTES = 2 ** 20;

/**
 * The bytes of a file, a pipe or a terminal as they come; `-` is standard input. It never waits in a system call for data that may not
 * come: such a thread hears no signal, and the process could not end before it.
 */
function openInput(path: string): Readable {
  if (path !== "-") return streamOf(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  return isMainThread ? process.stdin : streamOf(0);
}

/** A stream as Node makes for `process.stdin`, for any descriptor, which is closed at the end. */
function streamOf(descriptor: number): Readable {
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw new Error("EISDIR: illegal operation on a directory, read");
    if (stat.isFIFO() || stat.isSocket()) {
      return new Socket({ fd: descriptor, readable: true, writable: false });
    }
    if (isatty(descriptor)) return new ReadStream(descriptor);
    // The buffer has one byte more than the file, so that one read sees its end: a mebibyte for each of thousands of small files takes longer
    // than reading them. A file in /proc has no size.
    const size = stat.isFile() && stat.size > 0 ? stat.size + 1 : PART_BYTES;
    return createReadStream("", { fd: descriptor, highWaterMark: Math.min(PART_BYTES, size) });
  } catch (error) {
    if (descriptor !== 0) closeSync(descriptor);
    throw error;
  }
}

/** The bytes of a text file, refused at the first that no text has; `-` is standard input. */
function readBytes(path: string): Promise<Buffer> {
  return readAll(path, (part) => refuseBinary(path, part));
}

/** Reads all bytes of an input; `check` may refuse it early. */
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

/** Resolves to the bytes of a text file in UTF-8 without its byte order mark; other files are refused. */
export async function readTextBytes(path: string): Promise<Buffer> {
  const bytes = await readBytes(path);
  checkLines(path, bytes);
  if (!isUtf8(bytes)) throw new UsageError(`${path}: ${NOT_TEXT}`);
  return BYTE_ORDER_MARK.equals(bytes.subarray(0, 3)) ? bytes.subarray(3) : bytes;
}

const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/** Resolves to the text of a file; a binary file is refused. */
export async function readText(path: string): Promise<string> {
  return textOf(path, await readBytes(path));
}

/**
 * Creates a folder and its parents, if they do not exist. (Node's own way of doing so never ends in a
 * file system like /proc, which says of a new folder that its parent is missing.)
 */
export function makeFolder(path: string): void {
  try {
    makeWithParents(resolve(path));
  } catch (error) {
    throw new UsageError(`${path}: cannot be created: ${reasonOf(error)}`);
  }
}

function makeWithParents(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makeWithParents(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have just created it.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !statSync(path).isDirectory()) throw error;
  }
}

/** Writes a file, through a link if it is one. A pipe without a reader is refused: waiting for a reader would block signals. */
export function writeText(path: string, text: string | Uint8Array): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFIFO()) {
      closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
    }
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}
