import type { ServerResponse } from "node:http";

/** The most bytes that are written to a connection at once; the next follow when the system has taken them. */
export const WRITE_BYTES = 2 ** 16;

/**
 * Returns the next part of a text; undefined after the last. It is a function, not a generator, which would keep each part until the next
 * is requested: for a hundred slow readers that made hundreds of megabytes of garbage.
 */
export type NextPart = () => Promise<string | undefined>;

/**
 * Writes to a response no faster than it is read. First come the parts of a text. Each is made when the one before it was sent, so a client
 * that does not read costs one part, not the whole text. Then comes what was pushed.
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
  start(nextPart: NextPart): Promise<void>;
  push(bytes: Buffer): void;
  /** Ends the response when all is written; what is pushed from now on is ignored. */
  end(): void;
}

/** Opens a writer. `failed` is called if the parts cannot be made, or the connection is closed. */
export function openPacedWriter(response: ServerResponse, failed: (error: unknown) => void): PacedWriter {
  const queue: Buffer[] = [];
  let [started, ending] = [false, false];
  let [queuedBytes, partBytes, writes] = [0, 0, 0];
  let [isPumping, isWriting] = [false, false];

  async function write(bytes: Uint8Array): Promise<void> {
    isWriting = true;
    await written(response, bytes);
    isWriting = false;
    writes += 1;
  }

  /**
   * Writes a text through a buffer that is used again and again: a new one for each part would wait for the garbage
   * collector, which lets hundreds of megabytes of them pile up.
   */
  async function writeText(text: string, buffer: Uint8Array): Promise<void> {
    for (let from = 0; from < text.length; ) {
      partBytes = text.length - from;
      const { read, written } = ENCODER.encodeInto(text.slice(from, from + buffer.length), buffer);
      await write(buffer.subarray(0, written));
      from += read;
    }
    partBytes = 0;
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
    async start(nextPart) {
      const buffer = new Uint8Array(WRITE_BYTES);
      const writeNext = async () => {
        const part = await nextPart();
        if (part !== undefined) await writeText(part, buffer);
        return part !== undefined;
      };
      try {
        while (await writeNext()) await nextTurn();
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

const ENCODER = new TextEncoder();

const waiting: (() => void)[] = [];

/**
 * Resolves after other work had its turn, for one writer at a time. A hundred long texts at once are so made part by part
 * in turns, and a request in between waits for one part.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(takeTurn);
  });
}

function takeTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(takeTurn);
}

/** Resolves when the system has taken the bytes. */
function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Resolves to the same parts with the first already made: if that fails, the status can still say so. */
export async function withFirstPart(nextPart: NextPart): Promise<NextPart> {
  let first = await nextPart();
  return async () => {
    const part = first ?? (await nextPart());
    first = undefined;
    return part;
  };
}

/** Returns the parts of a text, the given parts, and another text. */
export function partsBetween(before: string, nextPart: NextPart, after: string): NextPart {
  let place: "before" | "within" | "after" = "before";
  return async () => {
    if (place === "before") {
      place = "within";
      return before;
    }
    const part = place === "within" ? await nextPart() : undefined;
    if (part !== undefined || place === "after") return part;
    place = "after";
    return after;
  };
}
