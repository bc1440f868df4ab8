import type { ServerResponse } from "node:http";

/** The most bytes that a connection is given at once; the next follow when the system has taken them. */
export const WRITE_BYTES = 2 ** 16;

/**
 * Writes to a response no faster than it is read. First come the parts of a text, each of which is made when the one
 * before it is gone, so a reader that does not read costs one part and not the whole text. Then comes what was pushed.
 */
export interface PacedWriter {
  /** Bytes that were pushed and are not written yet. */
  readonly queuedBytes: number;
  /** All bytes that wait: the queue, and what is left of the part at hand. */
  readonly waitingBytes: number;
  /** True while the connection has bytes that the system does not take. */
  readonly isWriting: boolean;
  /** How often the connection has taken bytes; a reader that does not read leaves it as it is. */
  readonly writes: number;
  /** Begins with these parts. What is pushed before waits. Resolves when they are written. */
  start(parts: AsyncIterable<string>): Promise<void>;
  push(bytes: Buffer): void;
  /** Ends the response when all is written; what is pushed from now on is ignored. */
  end(): void;
}

/** `failed` is called if the parts cannot be made, or the connection is gone. */
export function openPacedWriter(response: ServerResponse, failed: (error: unknown) => void): PacedWriter {
  const queue: Buffer[] = [];
  let [started, ending] = [false, false];
  let [queuedBytes, partBytes, writes] = [0, 0, 0];
  let [isPumping, isWriting] = [false, false];

  async function write(bytes: Buffer): Promise<void> {
    partBytes = bytes.length;
    for (let from = 0; from < bytes.length; from += WRITE_BYTES) {
      isWriting = true;
      await written(response, bytes.subarray(from, from + WRITE_BYTES));
      isWriting = false;
      writes += 1;
      partBytes -= Math.min(partBytes, WRITE_BYTES);
    }
  }

  /** Takes events from the queue, as many as are written at once. */
  function takeQueued(): Buffer {
    let [count, length] = [0, 0];
    while (count < queue.length && length < WRITE_BYTES) length += queue[count++].length;
    queuedBytes -= length;
    return Buffer.concat(queue.splice(0, count));
  }

  async function pump(): Promise<void> {
    if (isPumping || !started) return;
    isPumping = true;
    try {
      while (queue.length > 0) await write(takeQueued());
      if (ending) response.end();
    } catch (error) {
      failed(error);
    }
    isPumping = false;
  }

  return {
    get queuedBytes() {
      return queuedBytes;
    },
    get waitingBytes() {
      return queuedBytes + partBytes;
    },
    get isWriting() {
      return isWriting;
    },
    get writes() {
      return writes;
    },
    async start(parts) {
      try {
        for await (const part of parts) await write(Buffer.from(part));
      } catch (error) {
        return failed(error);
      }
      started = true;
      void pump();
    },
    push(bytes) {
      if (ending) return;
      queue.push(bytes);
      queuedBytes += bytes.length;
      void pump();
    },
    end() {
      ending = true;
      void pump();
    },
  };
}

/** Resolves when the system has taken the bytes. */
function written(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** The same parts, of which the first is made already: if that fails, the status can still say so. */
export async function withFirstPart(parts: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncGenerator<string> {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return all();
}
