import { refuseBinary, UsageError } from "mulligan/readers";

/** A tab has no room for more, with its rows; the command takes four times as much. */
const MAX_BYTES = 2 ** 28;

/**
 * Reads all bytes of a file, unpacked if it is compressed by gzip. Binary files are refused at once, as the command does.
 * `report` is called with the number of bytes so far.
 */
export async function readLogFile(
  name: string,
  content: Blob,
  report: (done: number) => void,
): Promise<Uint8Array> {
  if (content.size > MAX_BYTES) throw tooLong(name, `${Math.ceil(content.size / 1e6)} MB`);
  let bytes = new Uint8Array(content.size);
  let length = 0;
  try {
    for await (const part of await unpacked(content)) {
      refuseBinary(name, part);
      const end = length + part.length;
      if (end > MAX_BYTES) throw tooLong(name, "more in a packed file");
      if (end > bytes.length) bytes = grown(bytes, Math.max(end, 2 * bytes.length));
      bytes.set(part, length);
      length = end;
      report(length);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${name}: cannot be read: is it a folder, a damaged file, or was it changed or moved?`,
    );
  }
  return bytes.subarray(0, length);
}

function grown(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}

async function unpacked(content: Blob): Promise<ReadableStream<Uint8Array>> {
  const [first] = new Uint8Array(await content.slice(0, 1).arrayBuffer());
  // No text begins with this character.
  return first === 0x1f ? content.stream().pipeThrough(new DecompressionStream("gzip")) : content.stream();
}

function tooLong(name: string, size: string): UsageError {
  return new UsageError(
    `${name}: must have at most ${Math.floor(MAX_BYTES / 1e6)} MB here, got ${size}; the command “mulligan analyze” reads up to 1,073 MB`,
  );
}
