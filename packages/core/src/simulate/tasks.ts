import type { Draw } from "../distributions/joint-law.ts";
import type { Policy } from "../policies/definition/policy.ts";
import type { Outcome } from "../problem/outcome.ts";
import { retry, type TaskMode } from "../problem/schedule.ts";
import type { Xoshiro128 } from "../random/random.ts";
import type { KnownArm } from "../theory/known-arm.ts";

/** Tasks that are attempted until they are done: the mode `retry`, in virtual time. */
export interface TaskRun {
  /** For each task the arms as they are on it, the same names in the same order. */
  readonly tasks: Iterable<readonly KnownArm[]>;
  readonly policy: Policy;
  /** Its limit of restarts, after which a task is given up; its schedule is the policy's own affair. */
  readonly mode?: TaskMode & { kind: "retry" };
  /** Stop when so much time is spent; the attempt that crosses it is cut there and counts as not solved. */
  readonly budget?: number;
  /** One generator for each arm. */
  readonly trials: readonly Xoshiro128[];
  readonly resets: Xoshiro128;
}

/** What came of one task. */
export interface TaskResult {
  readonly solved: boolean;
  readonly attempts: number;
  readonly time: number;
  /** Of the last attempt. */
  readonly arm: number;
  readonly cutoff: number;
  readonly reward: number;
}

/**
 * Plays task after task; gives what came of each that was begun. `record` is told of every attempt.
 */
export function playTasks(run: TaskRun, record?: (arm: number, cutoff: number) => void): TaskResult[] {
  const { tasks, policy, budget = Infinity, trials, resets } = run;
  const { maxRestarts } = run.mode ?? retry();
  const results: TaskResult[] = [];
  const draw: Draw = { time: 0, reward: 0 };
  const uniform = () => resets.uniform();
  let clock = 0;
  let task = 0;
  for (const arms of tasks) {
    const before = clock;
    task += 1;
    for (let attempt = 1; ; attempt++) {
      const decision = policy.decide({ attempt, task });
      const { arm, cutoff } = decision;
      const { law, resetting } = arms[arm];
      law.draw(trials[arm], draw);
      const limit = Math.min(cutoff, budget - clock);
      let outcome: Outcome;
      if (draw.time <= limit) {
        outcome = { kind: "completed", time: draw.time, reward: draw.reward };
        clock += draw.time;
      } else {
        const reset = limit === cutoff ? resetting.sample(cutoff, uniform) : 0;
        outcome = { kind: "censored", time: limit, ...(resetting.known ? {} : { resetting: reset }) };
        clock += limit + reset;
      }
      policy.observe(decision, outcome);
      record?.(arm, cutoff);
      const reward = outcome.kind === "completed" ? outcome.reward : 0;
      if (reward > 0 || attempt > maxRestarts || clock >= budget) {
        results.push({ solved: reward > 0, attempts: attempt, time: clock - before, arm, cutoff, reward });
        break;
      }
    }
    if (clock >= budget) break;
  }
  return results;
}
