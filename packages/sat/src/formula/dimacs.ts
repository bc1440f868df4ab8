import { clauseCount, type Formula } from "./formula.ts";

/** The largest variable whose literals fit the engine's 32-bit encoding. */
const MAX_VARIABLES = 2 ** 30 - 1;
const MAX_CLAUSES = 2 ** 32 - 2;

const [TAB, NEWLINE, RETURN, SPACE, PERCENT, MINUS, ZERO, NINE, C, P] = [
  9, 10, 13, 32, 37, 45, 48, 57, 99, 112,
];

/** The byte order mark that some editors put before a text in UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];
const startsWithMark = (bytes: Uint8Array) => MARK.every((byte, i) => bytes[i] === byte);

/**
 * Reads DIMACS CNF. Clauses may span lines or share one, comments may stand anywhere, even inside a clause, and `%`
 * ends the text, as in SATLIB's files. Duplicate literals, tautologies and empty clauses are kept (see `emptyClause`).
 * Throws a DimacsError for anything else.
 *
 * One pass over bytes with no line counter: the line of an error is counted when there is one.
 *
 * @example
 * ```ts
 * import { clauseCount, parseDimacs } from "@mulligan/sat";
 *
 * const formula = parseDimacs("c a comment\np cnf 3 2\n1 -2 0\n2 3 0\n", "tiny.cnf");
 * console.log(formula.variables, clauseCount(formula)); // → 3 2
 * ```
 */
export function parseDimacs(text: string | Uint8Array, file = "<input>"): Formula {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const end = bytes.length;
  const fail: Fail = (offset, what) => {
    throw new DimacsError(file, lineOf(bytes, offset), what);
  };
  let at = startsWithMark(bytes) ? MARK.length : 0;
  let variables = -1;
  let declared = 0;
  let literals = new Int32Array(0);
  let starts = new Uint32Array(0);
  let length = 0;
  let clauses = 0;
  let clauseFrom = 0;

  while (at < end) {
    const first = bytes[at];
    if (first === SPACE || (first >= TAB && first <= RETURN)) {
      at++;
      continue;
    }
    if (first === C) {
      at = lineEnd(bytes, at);
      continue;
    }
    if (first === PERCENT) break;
    if (first === P) {
      if (variables >= 0) fail(at, "a second header");
      const stop = lineEnd(bytes, at);
      ({ variables, declared } = readHeader(bytes, at, stop, fail));
      at = stop;
      // A literal and its separator take two bytes at least, so a header that lies cannot ask for more.
      literals = new Int32Array(((end - at) >> 1) + 1);
      starts = new Uint32Array(Math.min(declared, (end - at + 1) >> 1) + 1);
      continue;
    }
    const from = at;
    if (variables < 0)
      fail(
        from,
        `expected "p cnf VARIABLES CLAUSES" before the first clause, found ${quoted(bytes, from, end)}`,
      );
    const negative = first === MINUS;
    if (negative) at++;
    let value = 0;
    const digitsFrom = at;
    while (at < end && bytes[at] >= ZERO && bytes[at] <= NINE && value <= MAX_VARIABLES) {
      value = value * 10 + bytes[at] - ZERO;
      at++;
    }
    const closed = at === end || bytes[at] === SPACE || (bytes[at] >= TAB && bytes[at] <= RETURN);
    if (value > variables)
      fail(from, `literal ${quoted(bytes, from, end, "")} exceeds maximum variable ${variables}`);
    if (at === digitsFrom || !closed || (negative && value === 0)) {
      fail(from, `expected a literal, found ${quoted(bytes, from, end)}`);
    }
    if (value !== 0) {
      literals[length++] = negative ? -value : value;
      continue;
    }
    if (clauses === declared)
      fail(from, `clause ${clauses + 1} exceeds the ${declared} that the header declares`);
    starts[++clauses] = length;
    clauseFrom = length;
  }
  if (variables < 0) fail(at, 'expected "p cnf VARIABLES CLAUSES", found the end of the text');
  if (clauseFrom !== length) fail(at, `clause ${clauses + 1} is not closed by 0`);
  if (clauses !== declared) fail(at, `found ${clauses} clauses, the header declares ${declared}`);
  return { variables, starts: starts.slice(0, clauses + 1), literals: literals.slice(0, length) };
}

type Fail = (offset: number, what: string) => never;

/** Returns the end of the line that contains `at`. */
function lineEnd(bytes: Uint8Array, at: number): number {
  let stop = at;
  while (stop < bytes.length && bytes[stop] !== NEWLINE && bytes[stop] !== RETURN) stop++;
  return stop;
}

function readHeader(bytes: Uint8Array, from: number, to: number, fail: Fail) {
  const words = ascii(bytes, from, Math.min(to, from + 200))
    .trim()
    .split(/\s+/);
  if (words.length !== 4 || words[0] !== "p" || words[1] !== "cnf") {
    fail(from, `expected "p cnf VARIABLES CLAUSES", found ${quoted(bytes, from, to)}`);
  }
  return {
    variables:
      headerNumber(words[2], MAX_VARIABLES) ?? fail(from, sizeError("variables", words[2], MAX_VARIABLES)),
    declared: headerNumber(words[3], MAX_CLAUSES) ?? fail(from, sizeError("clauses", words[3], MAX_CLAUSES)),
  };
}

function headerNumber(word: string, most: number): number | undefined {
  return /^\d{1,12}$/.test(word) && Number(word) <= most ? Number(word) : undefined;
}

function sizeError(what: string, word: string, most: number): string {
  return `the number of ${what} must be a whole number from 0 to ${most}, found ${JSON.stringify(word.slice(0, 20))}`;
}

function lineOf(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let i = 0; i < offset; i++) {
    if (bytes[i] === NEWLINE || (bytes[i] === RETURN && bytes[i + 1] !== NEWLINE)) line++;
  }
  return line;
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Returns the word that begins there, shortened and printable for a terminal. */
function quoted(bytes: Uint8Array, from: number, to: number, quote = '"'): string {
  let stop = from;
  while (stop < to && stop - from < 24 && bytes[stop] > SPACE) stop++;
  const word = ascii(bytes, from, stop).replace(/[^\x21-\x7e]/g, "?");
  return `${quote}${word}${stop - from === 24 ? "…" : ""}${quote}`;
}

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

/** Returns the formula as DIMACS CNF, a clause a line, after comments if there are any. */
export function printDimacs(formula: Formula, comments: readonly string[] = []): string {
  const { variables, starts, literals } = formula;
  const lines = comments.flatMap((comment) => comment.split(/\r\n|\r|\n/)).map((line) => `c ${line}`);
  lines.push(`p cnf ${variables} ${clauseCount(formula)}`);
  for (let c = 1; c < starts.length; c++) {
    let line = "";
    for (let i = starts[c - 1]; i < starts[c]; i++) line += `${literals[i]} `;
    lines.push(`${line}0`);
  }
  lines.push("");
  return lines.join("\n");
}

/** The error for a text that is not DIMACS, with the place and the text found there. */
export class DimacsError extends Error {
  override readonly name = "DimacsError";
  /** The name of the file, as it was given to the parser. */
  readonly file: string;
  /** The number of the line, from 1. */
  readonly line: number;

  constructor(file: string, line: number, what: string) {
    super(`${file}:${line}: ${what}`);
    this.file = file;
    this.line = line;
  }
}
