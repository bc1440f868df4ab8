import type { SatTasks } from "./sat-tasks.ts";
import type { Decider, Decision } from "./trial.ts";

export interface RunOptions {
  /** Flips to spend; the trial that crosses the end still counts. Default: until every formula is finished. */
  readonly budget?: number;
  /** `retry`: what the decided cutoff is multiplied by at the a-th attempt (Luby's numbers, say); default 1. */
  readonly schedule?: (attempt: number) => number;
}

export interface TasksResult {
  readonly trials: number;
  readonly solved: number;
  readonly flips: number;
}

/** Lets anything that decides and observes work through the tasks. */
export function runTasks(tasks: SatTasks, policy: Decider, options: RunOptions = {}): TasksResult {
  const { budget = Infinity, schedule = () => 1 } = options;
  if (!(budget >= 0)) throw new RangeError(`runTasks: budget must be a number of at least 0, got ${budget}`);
  if (tasks.mode === "abandon" && budget === Infinity) {
    throw new RangeError('runTasks: mode "abandon" has no end, so a budget must be given, got Infinity');
  }
  let [trials, solved, flips, spent] = [0, 0, 0, 0];
  while (!tasks.finished && spent < budget) {
    const decided = policy.decide();
    const decision: Decision =
      tasks.mode === "abandon"
        ? decided
        : { ...decided, cutoff: decided.cutoff * schedule(tasks.attempt), attempt: tasks.attempt };
    const outcome = tasks.start(decision);
    policy.observe(decision, outcome);
    trials++;
    flips += outcome.time;
    // A first assignment that happens to be a model takes no flip; a budget must end all the same.
    spent += Math.max(outcome.time, 1);
    if (outcome.kind === "completed") solved++;
  }
  return { trials, solved, flips };
}
