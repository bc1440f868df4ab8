import { once } from "node:events";
import { givingWay } from "./give-way.ts";
import { clearLine } from "./terminal.ts";
import { printable } from "./text.ts";

let pending = "";
/** True once the reader has left: a stream that failed would never drain. */
let readerGone = false;

/**
 * Writes to stdout when the present work is done, together with other texts until then: thousands of lines a second, each with its own
 * system call, would take time from the workers. A text that is long enough for a system call is written at once: at its end a run may
 * report a million tasks.
 */
export function printSoon(text: string): void {
  if (pending === "") queueMicrotask(printNow);
  pending += text;
  if (pending.length >= PART_LENGTH) printNow();
}

/** Writes what waits. */
function printNow(): void {
  if (pending === "") return;
  clearLine();
  process.stdout.write(pending);
  pending = "";
}

/**
 * Resolves when a slow reader of stdout has caught up, or is gone, which is handled elsewhere (`watchOutputs`); undefined
 * if there is nothing to wait for.
 */
export function outputDrained(): Promise<void> | undefined {
  const { stdout } = process;
  if (readerGone || !stdout.writableNeedDrain) return undefined;
  return new Promise((resolve) => {
    const fail = () => {
      readerGone = true;
      resolve();
    };
    stdout.once("error", fail);
    stdout.once("drain", () => {
      stdout.off("error", fail);
      resolve();
    });
  });
}

/** Writes a text that may be longer than any string, no faster than it is read. */
export async function printParts(parts: Iterable<string>): Promise<void> {
  printNow();
  clearLine();
  const giveWay = givingWay();
  for (const part of parts) {
    if (!process.stdout.write(part)) await once(process.stdout, "drain");
    // A file takes all at once, and a signal is to be heard meanwhile.
    await giveWay();
  }
}

/** Returns a value as one JSON text: ∞ is the string "inf", since JSON has no number for it. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_, entry) => (typeof entry === "number" ? jsonNumber(entry) : entry), indent);
}

/** Prints the document of a command with `--json`. */
export function printJson(value: unknown): void {
  process.stdout.write(`${toJson(value, 2)}\n`);
}

/** Prints a line of a stream of JSON lines. */
export function printJsonLine(value: unknown): void {
  printSoon(`${toJson(value)}\n`);
}

/** Yields the parts of a JSON line whose last field is a list of numbers that may be longer than any string. */
export function* jsonLineParts(value: object, name: string, numbers: Iterable<number>): Generator<string> {
  let [part, between] = [`${toJson(value).slice(0, -1)},${JSON.stringify(name)}:[`, ""];
  for (const number of numbers) {
    part += `${between}${number}`;
    between = ",";
    if (part.length < PART_LENGTH) continue;
    yield part;
    part = "";
  }
  yield `${part}]}\n`;
}

const PART_LENGTH = 2 ** 16;

function jsonNumber(value: number): number | string | null {
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  return Number.isNaN(value) ? null : value;
}

/** Prints a line for the user on standard error, with unprintable characters escaped. */
export function say(text: string): void {
  clearLine();
  process.stderr.write(`mulligan: ${printable(text.replaceAll(/\s*\n\s*/g, " "))}\n`);
}

/** Returns a function that prints a notice once for each `key`. */
export function sayOnceEach(): (key: string, text: string) => void {
  const said = new Set<string>();
  return (key, text) => {
    if (said.has(key)) return;
    said.add(key);
    say(text);
  };
}
