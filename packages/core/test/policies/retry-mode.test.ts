import { expect, test } from "vitest";
import { scaled } from "../../src/distributions/affine.ts";
import { constant } from "../../src/distributions/constant.ts";
import { rewardBernoulli, rewardOne } from "../../src/distributions/joint-law.ts";
import type { Law } from "../../src/distributions/law.ts";
import type { Policy } from "../../src/policies/definition/policy.ts";
import { makePolicy } from "../../src/policies/make-policy.ts";
import { retry, type ScheduleName } from "../../src/problem/schedule.ts";
import { stream } from "../../src/random/stream.ts";
import { playTasks, type TaskResult } from "../../src/simulate/tasks.ts";
import { type KnownArm, knownArm } from "../../src/theory/known-arm.ts";
import { laws } from "../paper/laws.ts";

const taskOf = (law: Law): KnownArm[] => [knownArm(rewardOne(law), { name: "solver" })];

function play(tasks: KnownArm[][], policy: Policy, seed: number, maxRestarts = Infinity): TaskResult[] {
  return playTasks({
    tasks,
    policy,
    mode: retry({ maxRestarts }),
    trials: tasks[0].map((_, arm) => stream(seed, "trials", arm)),
    resets: stream(seed, "resets"),
  });
}
const cost = (results: readonly TaskResult[]) =>
  results.reduce((sum, result) => sum + result.time, 0) / results.length;
const learned = (seed: number, schedule: ScheduleName = "luby") =>
  makePolicy("km-ts", { arms: ["solver"], seed, schedule });
const lubyOf = (base: number) =>
  makePolicy("fixed", { arms: ["solver"], options: { cutoff: base }, schedule: "luby" });

test("the a-th attempt gets base × luby(a): no task starves, however hard", () => {
  const tasks = [...Array.from({ length: 50 }, () => taskOf(constant(1))), taskOf(constant(3_000))];
  for (const schedule of ["luby", "geometric"] as const) {
    const results = play(tasks, learned(1, schedule), 1);
    expect(results.every((result) => result.solved)).toBe(true);
  }
});

test("the arm that solves what the others cannot is found, though it is the slower one on easy tasks", () => {
  // `fast` solves nine tasks in ten and never the tenth; `sure` solves all, ten times slower.
  const random = stream(3, "arms");
  const tasks = Array.from({ length: 200 }, () => {
    const hard = random.uniform() < 0.1;
    return [
      knownArm(hard ? rewardOne(constant(1e9)) : rewardOne(laws.lognormal!), { name: "fast" }),
      knownArm(rewardOne(scaled(10, laws.lognormal!)), { name: "sure" }),
    ];
  });
  const results = play(tasks, makePolicy("km-ts", { arms: ["fast", "sure"], seed: 1, mode: "retry" }), 1);
  expect(results.every((result) => result.solved)).toBe(true);
  // `sure` alone costs 13 a task at best, `fast` alone never ends.
  expect(cost(results)).toBeLessThan(15);
});

test("a completion without a reward is no success: the task is tried again", () => {
  const tasks = Array.from({ length: 100 }, () => [
    knownArm(rewardBernoulli(constant(1), 0.25), { name: "solver" }),
  ]);
  const results = play(tasks, learned(1), 1);
  expect(results.every((result) => result.solved)).toBe(true);
  const attempts = results.reduce((sum, result) => sum + result.attempts, 0) / 100;
  expect(attempts).toBeGreaterThan(3);
});

test("maxRestarts limits the attempts at a task", () => {
  const results = play([taskOf(constant(1e6))], lubyOf(1), 1, 4);
  expect(results[0]).toMatchObject({ solved: false, attempts: 5 });
});

test("luby inside a task is base × luby(a), and no other schedule is laid on top of it", () => {
  const policy = makePolicy("luby", { arms: ["solver"], options: { base: 3 }, mode: "retry" });
  expect([1, 2, 3, 4].map((attempt) => policy.decide({ attempt }).cutoff)).toEqual([3, 3, 6, 3]);
  expect(() => makePolicy("luby", { arms: ["solver"], schedule: "geometric" })).toThrow(
    "luby: the schedule inside a task must be its own, luby, got geometric",
  );
});

test("bad attempts are refused", () => {
  const policy = learned(1);
  expect(() => policy.decide({ attempt: 0 })).toThrow(
    "decide: attempt must be an integer of at least 1, got 0",
  );
  expect(() => policy.observe({ arm: 0, cutoff: 1, attempt: 1.5 }, { kind: "censored", time: 1 })).toThrow(
    "observe: attempt must be an integer of at least 1, got 1.5",
  );
});
