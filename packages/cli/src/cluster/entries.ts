import { cutoffNumber, outcomeOf, type TrialEntry } from "@mulligan/cluster";
import type { Trial } from "@mulligan/core/problem";
import type { Task } from "../tasks/task.ts";

/** An entry of the log as a trial of the task. */
export function trialOf(entry: TrialEntry, { input, occurrence }: Task, logged: string): Trial {
  const { arm, cutoff, startCutoff, attempt, seed, explored, stopped } = entry;
  return {
    input,
    occurrence,
    arm,
    cutoff: cutoffNumber(cutoff),
    ...(startCutoff === undefined ? {} : { startCutoff: cutoffNumber(startCutoff) }),
    ...(attempt === undefined ? {} : { attempt }),
    seed,
    ...(explored === true ? { explored } : {}),
    outcome: outcomeOf(entry),
    ...(stopped === true ? { stopped } : {}),
    logged,
  };
}
