import { closeSync, constants, createReadStream, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { isatty, ReadStream } from "node:tty";
import { isMainThread } from "node:worker_threads";

/** Of a file at a time. */
const PART_BYTES = 2 ** 20;

/**
 * The bytes of a file, a pipe or a terminal as they come; `-` is standard input. Nobody waits in a system call for
 * what may never come: such a thread hears no signal, nor can a process end before it does.
 */
export function openInput(path: string): Readable {
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
    return createReadStream("", { fd: descriptor, highWaterMark: PART_BYTES });
  } catch (error) {
    if (descriptor !== 0) closeSync(descriptor);
    throw error;
  }
}
