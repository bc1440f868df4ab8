import { printSoon } from "./print-soon.ts";

/** A value as one JSON text: ∞ is the string "inf", since JSON has no number for it. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_, entry) => (typeof entry === "number" ? jsonNumber(entry) : entry), indent);
}

/** The one document of a command with `--json`. */
export function printJson(value: unknown): void {
  process.stdout.write(`${toJson(value, 2)}\n`);
}

/** One line of a stream of JSON lines. */
export function printJsonLine(value: unknown): void {
  printSoon(`${toJson(value)}\n`);
}

/** The same in parts, with a list of numbers as its last field, which may be longer than any string. */
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
