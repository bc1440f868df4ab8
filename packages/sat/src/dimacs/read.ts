import type { Formula } from "../formula/formula.ts";
import { DimacsError } from "./dimacs-error.ts";
import { parseDimacs } from "./parse.ts";

/** A compressed file may unpack to this many bytes; a larger one is refused before memory runs out. */
const MAX_BYTES = 2 ** 30;

/** Reads the bytes of a DIMACS file, gzip or plain. */
export async function readDimacs(bytes: Uint8Array, file = "<input>"): Promise<Formula> {
  const compressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return parseDimacs(compressed ? await gunzip(bytes, file) : bytes, file);
}

/** `DecompressionStream` is in every browser and in Node, so the package needs no module for it. */
async function gunzip(bytes: Uint8Array, file: string): Promise<Uint8Array> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let total = 0;
  while (true) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new DimacsError(
        file,
        1,
        `not a valid gzip stream: ${cause instanceof Error ? cause.message : cause}`,
      );
    });
    if (done) break;
    total += value.length;
    if (total > MAX_BYTES) {
      void reader.cancel().catch(() => {});
      throw new DimacsError(file, 1, `unpacks to more than ${MAX_BYTES} bytes`);
    }
    chunks.push(value);
  }
  const all = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
