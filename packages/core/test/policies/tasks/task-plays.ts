import { rewardOne } from "../../../src/distributions/joint-law.ts";
import type { Law } from "../../../src/distributions/law.ts";
import type { Policy } from "../../../src/policies/definition/policy.ts";
import { makePolicy } from "../../../src/policies/make-policy.ts";
import { retry, type ScheduleName } from "../../../src/problem/schedule.ts";
import { stream } from "../../../src/random/stream.ts";
import { playTasks, type TaskResult } from "../../../src/simulate/tasks.ts";
import { type KnownArm, knownArm } from "../../../src/theory/known-arm.ts";

/*
 * Tasks of one solver, played until they are done.
 */

export const taskOf = (law: Law): KnownArm[] => [knownArm(rewardOne(law), { name: "solver" })];

export function play(
  tasks: KnownArm[][],
  policy: Policy,
  seed: number,
  maxRestarts = Infinity,
): TaskResult[] {
  return playTasks({
    tasks,
    policy,
    mode: retry({ maxRestarts }),
    trials: tasks[0].map((_, arm) => stream(seed, "trials", arm)),
    resets: stream(seed, "resets"),
  });
}
export const cost = (results: readonly TaskResult[]) =>
  results.reduce((sum, result) => sum + result.time, 0) / results.length;
export const learned = (seed: number, schedule: ScheduleName = "luby") =>
  makePolicy("km-ts", { arms: ["solver"], seed, schedule });
export const lubyOf = (base: number) =>
  makePolicy("fixed", { arms: ["solver"], options: { cutoff: base }, schedule: "luby" });
