import type { Trial } from "../journal/trial-line.ts";
import { taskKey } from "../tasks/occurrence.ts";
import type { Decisions } from "./decisions.ts";
import { record, type SatTask } from "./tasks.ts";

/** What a journal knows: the policy learns it again, and the files are where they were. */
export function resume(
  trials: readonly Trial[],
  tasks: readonly SatTask[],
  decisions: Decisions,
  onTry: (trial: Trial) => void,
): void {
  if (trials.length === 0) return;
  const named = new Map(tasks.map((task) => [taskKey(task.file, task.occurrence), task]));
  for (const trial of trials) {
    decisions.relearn(trial);
    const task = named.get(taskKey(trial.input, trial.occurrence));
    if (task === undefined) continue; // a file of an earlier run that this one does not have
    record(task, trial);
    onTry(trial);
  }
}
