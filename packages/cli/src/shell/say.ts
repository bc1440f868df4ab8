import { printable } from "./printable.ts";
import { clearLine } from "./progress.ts";

/** A line for the user on standard error, whatever the names in it hold. */
export function say(text: string): void {
  clearLine();
  process.stderr.write(`mulligan: ${printable(text.replaceAll(/\s*\n\s*/g, " "))}\n`);
}
