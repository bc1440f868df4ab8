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

/** Of a file at a time. */
const PART_BYTES = 2 ** 20;

/**
 * The bytes of a file, a pipe or a terminal as they come; `-` is standard input. Nobody waits in a system call for
 * what may never come: such a thread hears no signal, nor can a process end before it does.
 */
function openInput(path: string): Readable {
  if (path !== "-") return streamOf(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  return isMainThread ? process.stdin : streamOf(0);
}

/** As Node makes `process.stdin`, of any descriptor, which is closed when all is read. */
function streamOf(descriptor: number): Readable {
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw new Error("EISDIR: illegal operation on a directory, read");
    if (stat.isFIFO() || stat.isSocket()) {
      return new Socket({ fd: descriptor, readable: true, writable: false });
    }
    if (isatty(descriptor)) return new ReadStream(descriptor);
    // One byte more than the file has, so that one read sees its end: a buffer of a mebibyte for each of thousands of
    // small files takes longer than reading them. A file such as those in /proc has no size.
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

/** The bytes of a file that is text in UTF-8, refused if it is none: without its byte order mark. */
export async function readTextBytes(path: string): Promise<Buffer> {
  const bytes = await readBytes(path);
  checkLines(path, bytes);
  if (!isUtf8(bytes)) throw new UsageError(`${path}: ${NOT_TEXT}`);
  return BYTE_ORDER_MARK.equals(bytes.subarray(0, 3)) ? bytes.subarray(3) : bytes;
}

const BYTE_ORDER_MARK = Buffer.from("\ufeff");

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

/** Writes a file, through a link if it is one. A pipe that nobody reads is refused: to wait for a reader hears no signal. */
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
