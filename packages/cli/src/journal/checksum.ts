import { crc32 } from "./crc32.ts";

/**
 * Each line of a journal ends with a field `sum`, the CRC-32 of what stands before it in the line: a byte that a disk or
 * an editor changed is found, where JSON would often still be a trial, of another time or another input.
 */
const SUM = /,"sum":"([0-9a-f]{8})"\}$/;

/** A line with one JSON object, and its checksum. */
export function sealed(line: string): string {
  const body = line.replace(/\}\n$/, "");
  return `${body},"sum":"${sumOf(body)}"}\n`;
}

/** Whether a line, without its newline, is as it was written; undefined if it has no checksum to tell by. */
export function isIntact(line: string): boolean | undefined {
  const sum = SUM.exec(line);
  return sum === null ? undefined : sumOf(line.slice(0, sum.index)) === sum[1];
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
