import { closeSync, openSync, readFileSync, readSync } from "node:fs";

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
      return Buffer.concat([buffer, readFileSync(file)]);
    } finally {
      closeSync(file);
    }
  };
}
