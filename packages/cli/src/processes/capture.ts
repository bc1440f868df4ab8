import { closeSync, createReadStream, openSync, readSync, rmSync, writeSync } from "node:fs";
import type { Readable } from "node:stream";
import { reasonOf } from "../shell/exit.ts";

/** The part of a program's output that was kept. */
export interface Captured {
  /** Bytes that were written. */
  readonly size: number;
  /** The last bytes, which are kept, since answers are at the end. */
  readonly kept: number;
  /** Why not all were kept, if that was not asked for. */
  readonly problem?: string;
  /** The last so many of those that were kept, or fewer. */
  tail(most: number): Buffer;
  /** All that were kept. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Lets go of what was kept. */
  discard(): void;
}

export interface CaptureRules {
  /** Bytes that stay in memory. */
  readonly limit: number;
  /** A name for a file that takes all of it if there are more; without one the last `limit` bytes are kept. */
  file?(): string;
}

/**
 * Reads a stream to its end and keeps what the rules ask for. The pipe is always emptied, so that a program that writes more is not
 * delayed. The returned function gives everything that was written so far.
 */
export function capture(stream: Readable, { limit, file }: CaptureRules): () => Captured {
  let chunks: Buffer[] = [];
  let [size, held] = [0, 0];
  let spilled: Spilled | undefined;
  let problem: string | undefined;

  const spill = (part: readonly Buffer[]) => {
    try {
      spilled ??= openSpilled(file!());
      for (const chunk of part) spilled.add(chunk);
    } catch (error) {
      // A full disk: the program is not to blame, and the end of its output may do.
      problem = reasonOf(error);
      spilled?.discard();
      spilled = undefined;
    }
  };
  const keepLast = () => {
    const whole = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    const kept = whole.length > limit ? Buffer.from(whole.subarray(whole.length - limit)) : whole;
    chunks = [kept];
    held = kept.length;
    return kept;
  };
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    held += chunk.length;
    if (file !== undefined && problem === undefined && size > limit) {
      spill(spilled === undefined ? chunks : [chunk]);
    }
    // Twice the limit before anything is dropped, so that bytes are copied once on average.
    if (held > 2 * limit) keepLast();
  });
  // A pipe that breaks is a program that ended; its exit says the rest.
  stream.on("error", () => {});

  return () => {
    if (spilled !== undefined) return { size, kept: size, ...spilled.read(size) };
    const bytes = keepLast();
    return {
      size,
      kept: bytes.length,
      ...(problem === undefined ? {} : { problem }),
      tail: (most) => bytes.subarray(Math.max(0, bytes.length - most)),
      chunks: async function* () {
        yield bytes;
      },
      discard() {},
    };
  };
}

interface Spilled {
  add(chunk: Buffer): void;
  read(size: number): Pick<Captured, "tail" | "chunks" | "discard">;
  discard(): void;
}

/** Output that is too long for the memory. */
function openSpilled(path: string): Spilled {
  let descriptor: number | undefined = openSync(path, "wx+", 0o600);
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  const discard = () => {
    close();
    rmSync(path, { force: true });
  };
  return {
    add(chunk) {
      for (let done = 0; done < chunk.length; ) done += writeSync(descriptor!, chunk, done);
    },
    read: (size) => ({
      tail(most) {
        const bytes = Buffer.alloc(Math.min(size, most));
        const [from, reading] = [size - bytes.length, descriptor ?? openSync(path, "r")];
        for (let done = 0, got = 1; done < bytes.length && got > 0; done += got) {
          got = readSync(reading, bytes, done, bytes.length - done, from + done);
        }
        if (descriptor === undefined) closeSync(reading);
        return bytes;
      },
      chunks() {
        close();
        return createReadStream(path);
      },
      discard,
    }),
    discard,
  };
}
