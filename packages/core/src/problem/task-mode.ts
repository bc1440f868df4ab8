import { checkSchedule, type ScheduleName } from "./schedule.ts";

/**
 * What a cut means for the task (docs/errata.md#e22). `abandon` goes on to the next one, as in the
 * paper's model, where every trial is a fresh iid task. `retry` tries the same task again until it is
 * done or its restarts are used up.
 */
export type TaskMode =
  | { readonly kind: "abandon" }
  | { readonly kind: "retry"; readonly schedule: ScheduleName; readonly maxRestarts: number };

/** A task that was cut is left; the next trial is at a fresh one. */
export const abandon: TaskMode = { kind: "abandon" };

/** A task that was cut is tried again, with cutoffs that grow by the schedule. */
export function retry({
  schedule = "luby",
  maxRestarts = Infinity,
}: {
  schedule?: ScheduleName;
  maxRestarts?: number;
} = {}): TaskMode & { kind: "retry" } {
  checkSchedule(schedule);
  if (!(maxRestarts >= 0 && (maxRestarts === Infinity || Number.isInteger(maxRestarts)))) {
    throw new RangeError(
      `retry: maxRestarts must be an integer of at least 0, or Infinity, got ${maxRestarts}`,
    );
  }
  return { kind: "retry", schedule, maxRestarts };
}
