import type { TrialEntry } from "@mulligan/cluster";
import { fromJsonNumber, type Trial } from "@mulligan/core/problem";
import type { Task } from "../tasks/task.ts";

/** An entry of the log as a trial of the task. */
export function trialOf(entry: TrialEntry, { input, occurrence }: Task, logged: string): Trial {
  const { arm, cutoff, startCutoff, attempt, seed, explored, outcome, stopped } = entry;
  return {
    input,
    occurrence,
    arm,
    cutoff: fromJsonNumber(cutoff),
    ...(startCutoff === undefined ? {} : { startCutoff: fromJsonNumber(startCutoff) }),
    ...(attempt === undefined ? {} : { attempt }),
    seed,
    ...(explored === true ? { explored } : {}),
    outcome,
    ...(stopped === true ? { stopped } : {}),
    logged,
  };
}
