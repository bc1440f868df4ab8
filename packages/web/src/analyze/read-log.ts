import { refuseBinary, UsageError } from "mulligan/readers";

/** A tab has no room for more, with its rows; the command takes four times as much. */
const MAX_BYTES = 2 ** 28;

/** Reads all bytes of a file. Binary files are refused at once, as the command does. */
export async function readLogFile(
  name: string,
  content: Blob,
  report: (done: number, of: number) => void,
): Promise<Uint8Array> {
  if (content.size > MAX_BYTES) {
    throw new UsageError(
      `${name}: must have at most ${Math.floor(MAX_BYTES / 1e6)} MB here, got ${Math.ceil(content.size / 1e6)} MB; the command \`mulligan analyze\` reads up to 1,073 MB`,
    );
  }
  const bytes = new Uint8Array(content.size);
  let length = 0;
  try {
    for await (const part of content.stream()) {
      refuseBinary(name, part);
      bytes.set(part, length);
      length += part.length;
      report(length, content.size);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name}: cannot be read: is it a folder, or was it changed or moved?`);
  }
  return bytes.subarray(0, length);
}
