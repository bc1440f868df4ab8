import { loadHistory, TaskHistory } from "../../statistics/task-history.ts";
import { savedNumbers, savedRecord } from "../definition/saved-state.ts";
import type { PlannedAttempt } from "./attempt-plan.ts";

/** A task that is not done: what was seen of it, and what is planned. */
export class OpenTask {
  readonly history: TaskHistory;
  /** Of all attempts so far, and of those that failed beyond what is usual. */
  time = 0;
  timeBeyond = 0;
  /** The longest cell that an attempt outlived, and whether the last one was beyond what is usual. */
  longest = -Infinity;
  lastBeyond = false;
  /** What is planned next, by the fit of this number. */
  plan: PlannedAttempt[] = [];
  fit = -1;
  /** Of the attempt that is out: when it is to be cut, and whether it climbs. */
  cutoff = Infinity;
  climbs = false;

  constructor(history = new TaskHistory()) {
    this.history = history;
  }

  save(): unknown {
    const { time, timeBeyond, longest, lastBeyond, fit, cutoff, climbs } = this;
    return {
      history: this.history.save(),
      plan: this.plan.flatMap(({ arm, cell }) => [arm, cell]),
      numbers: [time, timeBeyond, lastBeyond ? 1 : 0, fit, climbs ? 1 : 0],
      ...(longest === -Infinity ? {} : { longest }),
      ...(cutoff === Infinity ? {} : { cutoff }),
    };
  }
}

export function loadOpenTask(policy: string, saved: unknown, arms: number): OpenTask {
  const state = savedRecord(policy, saved);
  const task = new OpenTask(loadHistory(savedNumbers(policy, state.history, "task"), arms));
  const [time, timeBeyond, lastBeyond, fit, climbs] = savedNumbers(policy, state.numbers, "task", 5);
  const plan = savedNumbers(policy, state.plan, "plan");
  const [longest = -Infinity] =
    state.longest === undefined ? [] : savedNumbers(policy, [state.longest], "longest");
  const [cutoff = Infinity] =
    state.cutoff === undefined ? [] : savedNumbers(policy, [state.cutoff], "cutoff");
  Object.assign(task, { time, timeBeyond, fit, longest, cutoff });
  task.lastBeyond = lastBeyond === 1;
  task.climbs = climbs === 1;
  for (let place = 0; place + 1 < plan.length; place += 2) {
    const [arm, cell] = [plan[place], plan[place + 1]];
    if (!(arm >= 0 && arm < arms && Number.isInteger(arm) && Number.isInteger(cell))) {
      throw new RangeError(`${policy}: the saved plan must be of ${arms} arms`);
    }
    task.plan.push({ arm, cell });
  }
  return task;
}
