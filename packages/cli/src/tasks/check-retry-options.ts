import type { Command } from "commander";
import { UsageError } from "../shell/usage-error.ts";
import type { RetryOptions } from "./retry-options.ts";

/** Options that say how a task is tried again must not be given, and ignored, where none is. */
export function checkRetryOptions(
  mode: "retry" | "abandon",
  { schedule, maxRestarts, retries }: Omit<RetryOptions, "mode"> & { readonly retries?: number },
): void {
  if (mode === "retry") return;
  const given = { "--schedule": schedule, "--max-restarts": maxRestarts, "--retries": retries };
  for (const [option, value] of Object.entries(given)) {
    if (value !== undefined)
      throw new UsageError(`${option}: must stand with --mode retry, got --mode abandon`);
  }
}

/** Refuses a schedule beside an explicit `hidden-types`, which plans all cutoffs of a task itself. */
export function checkSchedule(
  command: Command,
  { policy, schedule }: { readonly policy: string; readonly schedule?: string },
): void {
  const explicit = command.getOptionValueSource("policy") !== "default";
  if (schedule === undefined || !explicit || !isHiddenTypes(policy)) return;
  throw new UsageError(
    `--schedule: must not stand with --policy hidden-types, which plans all cutoffs itself, got ${schedule}`,
  );
}

export function isHiddenTypes(policy: string): boolean {
  return /^hidden-types(:|$)/.test(policy.trim());
}
