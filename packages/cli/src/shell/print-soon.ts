import { clearLine } from "./progress.ts";

let pending = "";

/**
 * Writes to stdout when the work at hand is done, together with what else comes until then: thousands of
 * lines a second, each with a system call of its own, would take time from the workers.
 */
export function printSoon(text: string): void {
  if (pending === "") {
    queueMicrotask(() => {
      clearLine();
      process.stdout.write(pending);
      pending = "";
    });
  }
  pending += text;
}
