import { once } from "node:events";
import { givingWay } from "./give-way.ts";
import { clearLine } from "./progress.ts";

let pending = "";

/**
 * Writes to stdout when the work at hand is done, together with what else comes until then: thousands of
 * lines a second, each with a system call of its own, would take time from the workers.
 */
export function printSoon(text: string): void {
  if (pending === "") queueMicrotask(printNow);
  pending += text;
}

/** Writes what waits. */
function printNow(): void {
  if (pending === "") return;
  clearLine();
  process.stdout.write(pending);
  pending = "";
}

/** Writes what may be longer than any string, no faster than it is read. */
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
