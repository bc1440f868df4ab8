import type { Policy } from "@mulligan/core";
import type { SatTasks } from "./sat-tasks.ts";

/** The options of `runTasks`. */
export interface RunOptions {
  /** The flips to spend; the last trial is cut when they are used up. Default: until every formula is finished. */
  readonly budget?: number;
}

/** The result, summed over the trials. */
export interface TasksResult {
  /** The number of tries. */
  readonly trials: number;
  /** The number of formulas with a model. */
  readonly solved: number;
  /** The flips of all tries together. */
  readonly flips: number;
}

/**
 * Lets a policy work through the tasks until all are finished or the flips are spent. The policy must have the mode of
 * the tasks.
 *
 * @example
 * ```ts
 * import { makePolicy } from "@mulligan/core";
 * import { runTasks, satTasks } from "@mulligan/sat";
 * import { knownSet } from "@mulligan/sat/generate";
 *
 * const tasks = satTasks(knownSet("uf100", 20), { seed: 1 });
 * const { solved } = runTasks(tasks, makePolicy("km-ts", { arms: ["walk"], mode: "retry", seed: 1 }));
 * console.log(solved); // → 20
 * ```
 */
export function runTasks(
  tasks: SatTasks,
  policy: Pick<Policy, "decide" | "observe">,
  { budget = Infinity }: RunOptions = {},
): TasksResult {
  if (!(budget >= 0)) throw new RangeError(`runTasks: budget must be a number of at least 0, got ${budget}`);
  if (tasks.mode === "abandon" && budget === Infinity) {
    throw new RangeError('runTasks: mode "abandon" has no end, so a budget must be given, got Infinity');
  }
  let [trials, solved, flips, spent] = [0, 0, 0, 0];
  while (!tasks.finished && spent < budget) {
    const decision = policy.decide({ attempt: tasks.attempt });
    const outcome = tasks.start({ ...decision, cutoff: Math.min(decision.cutoff, budget - spent) });
    policy.observe(decision, outcome);
    trials++;
    flips += outcome.time;
    // A first assignment that happens to be a model takes no flip; a budget must end all the same.
    spent += Math.max(outcome.time, 1);
    if (outcome.kind === "completed") solved++;
  }
  return { trials, solved, flips };
}
