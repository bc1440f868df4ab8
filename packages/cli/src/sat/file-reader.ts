import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { MAX_INPUT_BYTES, TOO_LONG } from "../shell/text-bytes.ts";

/** Most files of a benchmark set are smaller. */
const USUAL_BYTES = 2 ** 16;

/**
 * Reads whole files, one after the other, into the same memory: what it gives is overwritten by the next
 * call, unless the file is large. A new buffer for each of ten thousand small files keeps the garbage
 * collector's threads busy, and those take turns with the workers.
 */
export function fileReader(): (path: string) => Uint8Array {
  const buffer = new Uint8Array(USUAL_BYTES);
  return (path) => {
    const file = openSync(path, "r");
    try {
      let length = 0;
      while (length < USUAL_BYTES) {
        const read = readSync(file, buffer, length, USUAL_BYTES - length, null);
        if (read === 0) return buffer.subarray(0, length);
        length += read;
      }
      return readRest(file, buffer);
    } finally {
      closeSync(file);
    }
  };
}

/** What is longer than usual: of a file as many bytes as it has, of anything else as come. */
function readRest(file: number, begun: Uint8Array): Uint8Array {
  const parts = [begun.slice()];
  let total = begun.length;
  const size = fstatSync(file).size;
  for (let next = Math.max(size - total + 1, USUAL_BYTES); ; next = USUAL_BYTES) {
    if (total > MAX_INPUT_BYTES || size > MAX_INPUT_BYTES) throw new RangeError(`${TOO_LONG}, got more`);
    const part = new Uint8Array(next);
    const read = readSync(file, part, 0, next, null);
    if (read === 0) break;
    parts.push(part.subarray(0, read));
    total += read;
  }
  return Buffer.concat(parts);
}
