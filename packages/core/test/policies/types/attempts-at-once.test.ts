import { expect, test } from "vitest";
import { makePolicy, restorePolicy } from "../../../src/policies/make-policy.ts";
import type { Decision } from "../../../src/problem/outcome.ts";

const make = () => makePolicy("hidden-types", { arms: ["solver"], mode: "retry", firstCutoff: 10_000 });
type Policy = ReturnType<typeof make>;

const succeed = (policy: Policy, decision: Decision, time: number) =>
  policy.observe(decision, { kind: "completed", time, reward: 1 });
const savedTasks = (policy: Policy) => (policy.snapshot() as { state: { open: unknown[] } }).state.open;

test("an outcome after the success of its task does not open the task again, also after a restore", () => {
  let policy = make();
  for (let task = 0; task < 50; task++) {
    const [first, second] = [1, 2].map((attempt) => policy.decide({ attempt, task }));
    succeed(policy, second, 10 + task);
    if (task % 10 === 0) policy = restorePolicy(JSON.parse(JSON.stringify(policy.snapshot())));
    if (task % 2 === 0) policy.observe(first, { kind: "censored", time: 40 });
    else succeed(policy, first, 40);
  }
  expect(savedTasks(policy)).toEqual([]);
});

test("a task that is decided anew under the name of one that was done is a new task", () => {
  const policy = make();
  const [first] = [1, 2].map((attempt) => policy.decide({ attempt, task: "again" }));
  succeed(policy, first, 10);
  policy.observe(policy.decide({ attempt: 1, task: "again" }), { kind: "censored", time: 10_000 });
  expect(savedTasks(policy)).toHaveLength(1);
});

test("each of two attempts under way at one task is reconsidered after a fit", () => {
  const policy = make();
  const [first, second] = [1, 2].map((attempt) => policy.decide({ attempt, task: "waits" }));
  succeed(policy, policy.decide({ attempt: 1, task: "done" }), 10);
  const moved = policy.reconsider!(first, 5);
  expect(moved).toBeLessThan(10_000);
  expect(policy.reconsider!(second, 5)).toBe(moved);
});
