/** The growth of the cutoffs of the attempts at one task: the a-th attempt gets base × multiplier(a), a from 1. */
export type ScheduleName = "luby" | "geometric" | "constant";

/**
 * Returns a term of the universal sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 … of Luby, Sinclair and Zuckerman (1993):
 * 2^(k−1) at place 2^k − 1; otherwise the sequence begins again after the last such place.
 */
export function lubyMultiplier(attempt: number): number {
  checkAttempt("luby", attempt);
  let place = attempt;
  for (;;) {
    const block = 2 ** Math.floor(Math.log2(place + 1));
    if (block - 1 === place) return block / 2;
    place -= block - 1;
  }
}

/** Returns the factor of the base for the a-th attempt; 1 for the first. `geometric` doubles it each time. */
export function scheduleMultiplier(schedule: ScheduleName, attempt: number): number {
  switch (schedule) {
    case "luby":
      return lubyMultiplier(attempt);
    case "geometric":
      checkAttempt("geometric", attempt);
      return 2 ** (attempt - 1);
    case "constant":
      return 1;
  }
}

export function checkSchedule(schedule: ScheduleName): void {
  if (schedule !== "luby" && schedule !== "geometric" && schedule !== "constant") {
    throw new RangeError(`schedule: must be luby, geometric or constant, got ${JSON.stringify(schedule)}`);
  }
}

export function checkAttempt(where: string, attempt: number): void {
  if (!(Number.isInteger(attempt) && attempt >= 1 && attempt < 2 ** 50)) {
    throw new RangeError(`${where}: attempt must be an integer of at least 1, got ${attempt}`);
  }
}

/**
 * The effect of a cut on the task (docs/errata.md#e22). `abandon` goes on to the next task, as in the paper's model,
 * where every trial is a new iid task. `retry` tries the same task again until it is done or its restarts are used up.
 */
export type TaskMode =
  | { readonly kind: "abandon" }
  | { readonly kind: "retry"; readonly schedule: ScheduleName; readonly maxRestarts: number };

/** The mode in which the next trial after a cut is at a new task. */
export const abandon: TaskMode = { kind: "abandon" };

/** Makes the mode in which a task that was cut is tried again, with cutoffs that grow by the schedule. */
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
