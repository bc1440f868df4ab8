import type { Policy } from "../../../src/policies/definition/policy.ts";
import type { Decision, TaskName } from "../../../src/problem/outcome.ts";
import type { Random } from "../../../src/random/random.ts";

/** How long the next attempt at a task would take with this arm; ∞ if it would never end. */
export type TimeOf = (random: Random, task: number, arm: number) => number;

export interface Play {
  readonly policy: Policy;
  readonly random: Random;
  readonly timeOf: TimeOf;
  readonly tasks: number;
  readonly from?: number;
  /** Without one, tasks have no names. */
  readonly nameOf?: ((task: number) => TaskName) | undefined;
  /** After which a task is given up. */
  readonly maxAttempts?: number;
}

export interface Played extends Decision {
  readonly of: number;
  /** How long it took or was given. */
  readonly time: number;
}

/** Task after task, each until it is done. */
export function playTaskPolicy(play: Play): Played[] {
  const { policy, random, timeOf, tasks, from = 0, nameOf, maxAttempts = Infinity } = play;
  const played: Played[] = [];
  for (let task = from; task < from + tasks; task++) {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const decision = policy.decide({ attempt, task: nameOf?.(task) });
      const time = timeOf(random, task, decision.arm);
      const done = time <= decision.cutoff && time < Infinity;
      played.push({ ...decision, of: task, time: Math.min(time, decision.cutoff) });
      policy.observe(
        decision,
        done ? { kind: "completed", time, reward: 1 } : { kind: "censored", time: decision.cutoff },
      );
      if (done) break;
    }
  }
  return played;
}

export const totalTime = (played: readonly Played[]) => played.reduce((sum, { time }) => sum + time, 0);
