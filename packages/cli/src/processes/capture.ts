import type { Readable } from "node:stream";

/** What a program wrote, as far as it was kept. */
export interface Captured {
  readonly bytes: Buffer;
  /** True if the beginning was dropped. */
  readonly truncated: boolean;
}

/**
 * Reads a stream to its end and keeps the last `limit` bytes: answers stand at the end. The pipe is
 * always emptied, so that a program that writes more is not held up.
 */
export function capture(stream: Readable, limit: number): () => Captured {
  let chunks: Buffer[] = [];
  let size = 0;
  let truncated = false;
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    // Twice the limit before anything is dropped, so that bytes are copied once on average.
    if (size > 2 * limit) keepLast();
  });
  // A pipe that breaks is a program that ended; its exit says the rest.
  stream.on("error", () => {});

  function keepLast(): void {
    const whole = Buffer.concat(chunks);
    truncated ||= whole.length > limit;
    const kept = Buffer.from(whole.subarray(Math.max(0, whole.length - limit)));
    chunks = [kept];
    size = kept.length;
  }

  return () => {
    keepLast();
    return { bytes: chunks[0], truncated };
  };
}
