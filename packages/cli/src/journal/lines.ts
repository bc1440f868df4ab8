/*
 * The lines of an append-only log: one JSON object a line, each with a checksum. No node: imports, since journals are
 * read in browsers too.
 */

/** A line of a log, and its place. */
export interface LogLine {
  /** The number of the line, from 1. */
  readonly number: number;
  readonly text: string;
  /** The offset of its first byte, and of the byte after its newline, or after the end of the file. */
  readonly from: number;
  readonly to: number;
  /** False if no newline ends it: its writer crashed. */
  readonly whole: boolean;
}

const NEWLINE = 10;

/** A byte order mark at the beginning of a line is part of it, as any other character is. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Yields the lines one by one, since a log may be longer than any string. */
export function* linesOf(bytes: Uint8Array): Generator<LogLine> {
  for (let [number, from] = [1, 0]; from < bytes.length; number++) {
    const newline = bytes.indexOf(NEWLINE, from);
    const whole = newline >= 0;
    const end = whole ? newline : bytes.length;
    const to = whole ? newline + 1 : end;
    yield { number, text: decoder.decode(bytes.subarray(from, end)), from, to, whole };
    from = to;
  }
}

/** Returns the JSON object on a line, or undefined if there is none. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The last field of a line is `sum`, the CRC-32 of the text before it. It finds a byte that a disk or an editor changed;
 * the JSON would often still be a valid trial, of another time or another input.
 */
const SUM = /,"sum":"([0-9a-f]{8})"\}$/;

/** Returns an object with at least one field as a line with its checksum. */
export function formatLine(object: object): string {
  const body = JSON.stringify(object).slice(0, -1);
  return `${body},"sum":"${sumOf(body)}"}\n`;
}

/** Returns whether a line, without its newline, matches its checksum; undefined if it has none. */
export function isIntact(line: string): boolean | undefined {
  const sum = SUM.exec(line);
  return sum === null ? undefined : sumOf(line.slice(0, sum.index)) === sum[1];
}

/** The message about a line that does not match its checksum. */
export const DAMAGED = "must be unchanged, got a line that does not match its checksum";

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/*
 * CRC-32 as zlib has it (polynomial 0xEDB88320), eight bytes at a time: Kounavis and Berry, "Novel table lookup-based
 * algorithms for high-performance CRC generation", 2008. Node's own takes the same 0.2 µs for the line of a journal;
 * parsing its JSON takes three times that.
 */

const BYTES = 256;
const STEPS = 8;

/** The effect of a byte on the sum of the bytes after it, for eight distances: 256 entries each, the nearest first. */
const effect = new Int32Array(BYTES * STEPS);
for (let byte = 0; byte < BYTES; byte++) {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  effect[byte] = sum;
}
for (let at = BYTES; at < effect.length; at++) {
  const nearer = effect[at - BYTES];
  effect[at] = (nearer >>> 8) ^ effect[nearer & 0xff];
}

const encoder = new TextEncoder();
/** Reused for each text; it grows with the longest line. */
let bytes = new Uint8Array(2 ** 12);

/** Returns the CRC-32 of a text in UTF-8, from 0 to 2³² − 1. */
export function crc32(text: string): number {
  if (bytes.length < 3 * text.length) bytes = new Uint8Array(3 * text.length);
  const { written } = encoder.encodeInto(text, bytes);
  let sum = -1;
  let at = 0;
  for (; at + STEPS <= written; at += STEPS) {
    sum ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    sum =
      effect[7 * BYTES + (sum & 0xff)] ^
      effect[6 * BYTES + ((sum >>> 8) & 0xff)] ^
      effect[5 * BYTES + ((sum >>> 16) & 0xff)] ^
      effect[4 * BYTES + (sum >>> 24)] ^
      effect[3 * BYTES + bytes[at + 4]] ^
      effect[2 * BYTES + bytes[at + 5]] ^
      effect[BYTES + bytes[at + 6]] ^
      effect[bytes[at + 7]];
  }
  for (; at < written; at++) sum = (sum >>> 8) ^ effect[(sum ^ bytes[at]) & 0xff];
  return ~sum >>> 0;
}
