import { readFileSync, writeFileSync } from "node:fs";
import { reasonOf } from "./failure.ts";
import { UsageError } from "./usage-error.ts";

/** The bytes of a file; `-` is standard input. */
function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path === "-" ? 0 : path);
  } catch (error) {
    throw new UsageError(`${path}: cannot be read: ${reasonOf(error)}`);
  }
}

/** A file as text, refused if it is none. */
export function readText(path: string): string {
  const bytes = readBytes(path);
  if (bytes.includes(0)) throw new UsageError(`${path}: must be text, got binary data`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path}: must be text in UTF-8, got binary data`);
  }
}

export function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}
