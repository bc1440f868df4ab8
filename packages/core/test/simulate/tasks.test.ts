import { expect, test } from "vitest";
import { constant } from "../../src/distributions/constant.ts";
import { rewardOne } from "../../src/distributions/joint-law.ts";
import type { Policy } from "../../src/policies/definition/policy.ts";
import { stream } from "../../src/random/stream.ts";
import { playTasks } from "../../src/simulate/tasks.ts";
import { knownArm } from "../../src/theory/known-arm.ts";

test("each task has a name of its own, the same at all of its attempts", () => {
  const asked: unknown[] = [];
  const policy: Policy = {
    decide({ attempt = 1, task } = {}) {
      asked.push([task, attempt]);
      return { arm: 0, cutoff: attempt, attempt };
    },
    reconsider: ({ cutoff }) => cutoff,
    observe() {},
    snapshot: () => ({}) as never,
  };
  const arms = [knownArm(rewardOne(constant(2)), { name: "a" })];
  playTasks({ tasks: [arms, arms], policy, trials: [stream(1, "t")], resets: stream(1, "r") });
  expect(asked).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ]);
});
