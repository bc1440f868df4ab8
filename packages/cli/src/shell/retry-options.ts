import { UsageError } from "./usage-error.ts";

/** Options that say how a task is tried again must not be given, and ignored, where none is. */
export function checkRetryOptions(
  mode: "retry" | "abandon",
  given: { readonly schedule?: string; readonly maxRestarts?: number },
): void {
  if (mode === "retry") return;
  for (const [option, value] of [
    ["--schedule", given.schedule],
    ["--max-restarts", given.maxRestarts],
  ]) {
    if (value !== undefined) {
      throw new UsageError(`${option}: must stand with --mode retry, got --mode abandon`);
    }
  }
}
