import { printable } from "./printable.ts";

/** A line for the user on standard error, whatever the names in it hold. */
export function say(text: string): void {
  process.stderr.write(`mulligan: ${printable(text.replaceAll(/\s*\n\s*/g, " "))}\n`);
}
