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

function jsonNumber(value: number): number | string | null {
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  return Number.isNaN(value) ? null : value;
}
