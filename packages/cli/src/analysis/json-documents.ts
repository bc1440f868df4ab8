import type { z } from "zod";
import { linesOf } from "../journal/lines.ts";
import { printable, shown } from "../shell/text.ts";
import { checkLines, textOf } from "../shell/text-bytes.ts";
import { UsageError } from "../shell/usage-error.ts";

/** A JSON value of a log, and its place. */
export interface JsonDocument {
  readonly where: string;
  readonly value: unknown;
}

/**
 * Yields the JSON values of a log: one a line, or one in the whole file; none if it does not begin with a bracket. A line that begins with
 * no bracket is left out, as programs print other things between theirs, and so is a last line that was not written to its end. `onLeftOut`
 * is called for each.
 */
export function* jsonDocuments(
  file: string,
  bytes: Uint8Array,
  onLeftOut: () => void = () => {},
): Generator<JsonDocument> {
  if (!/^[[{]/.test(beginningOf(bytes))) return;
  if (!isByLines(bytes)) {
    yield { where: file, value: parse(file, withoutMark(textOf(file, bytes))) };
    return;
  }
  checkLines(file, bytes);
  for (const { number, text, to, whole } of linesOf(bytes)) {
    const line = withoutMark(text).trim();
    if (line === "") continue;
    const where = `${file}:${number}`;
    if (/^[[{]/.test(line)) {
      const value = tryParse(line);
      if (value !== undefined) {
        yield { where, value };
        continue;
      }
      if (to < bytes.length || whole) throw new UsageError(`${where}: must be JSON, got ${shown(line)}`);
    }
    onLeftOut();
  }
}

/** The first characters that are not blanks. */
function beginningOf(bytes: Uint8Array): string {
  return withoutMark(new TextDecoder().decode(bytes.subarray(0, 4_096))).trimStart();
}

/** Whether the first line that is not empty is a JSON value, and others follow. */
function isByLines(bytes: Uint8Array): boolean {
  let first: string | undefined;
  for (const { text } of linesOf(bytes)) {
    const line = withoutMark(text).trim();
    if (line === "") continue;
    if (first !== undefined) return tryParse(first) !== undefined;
    first = line;
  }
  return false;
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${file}${lineOfProblem(text, message)}: must be JSON: ${printable(message).slice(0, 120)}`,
    );
  }
}

/** The line of the place that a message names, after a colon. Some messages quote the place instead. */
function lineOfProblem(text: string, message: string): string {
  const position =
    /position (\d+)/.exec(message)?.[1] ?? (/\bend of\b/.test(message) ? text.length : undefined);
  if (position === undefined) return "";
  return `:${text.slice(0, Number(position)).trimEnd().split("\n").length}`;
}

/** Returns a JSON value of the shape that a program writes, or an error that says what is wrong with it. */
export function checkedShape<T>(where: string, value: unknown, shape: z.ZodType<T>, name: string): T {
  const checked = shape.safeParse(value);
  if (checked.success) return checked.data;
  const [{ path, message }] = checked.error.issues;
  throw new UsageError(`${where}: must be ${name}: ${path.join(".") || "the document"}: ${message}`);
}
