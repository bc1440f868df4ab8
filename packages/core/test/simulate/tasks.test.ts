import { describe, expect, test } from "vitest";
import { constant } from "../../src/distributions/constant.ts";
import { rewardOne } from "../../src/distributions/joint-law.ts";
import type { DecisionContext, Policy } from "../../src/policies/definition/policy.ts";
import type { Decision, Outcome } from "../../src/problem/outcome.ts";
import { stream } from "../../src/random/stream.ts";
import { type ParallelRun, playInParallel, playTasks } from "../../src/simulate/tasks.ts";
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

type Script = {
  readonly cutoff: (attempt: number, task: number) => number;
  readonly reconsider?: Policy["reconsider"];
};

/** A policy that does what the test says, and writes down what it is told. */
function scripted({ cutoff, reconsider = (decision) => decision.cutoff }: Script) {
  const begun: string[] = [];
  const seen: [task: unknown, cutoff: number, outcome: Outcome][] = [];
  const asked: [task: unknown, elapsed: number][] = [];
  const policy = {
    decide({ attempt = 1, task }: DecisionContext = {}): Decision {
      begun.push(`${task}.${attempt}`);
      return { arm: 0, cutoff: cutoff(attempt, Number(task)), attempt };
    },
    reconsider(decision: Decision, elapsed: number) {
      asked.push([begun.length, elapsed]);
      return reconsider(decision, elapsed);
    },
    observe(decision: Decision, outcome: Outcome) {
      seen.push([decision.task, decision.cutoff, outcome]);
    },
  };
  return { policy, begun, seen, asked };
}

/** Times by task, then by attempt; the last holds for all further ones. */
const times =
  (...rows: readonly (readonly number[])[]): ParallelRun["draw"] =>
  (task, attempt) => ({ time: rows[task][Math.min(attempt, rows[task].length) - 1], reward: 1 });

describe("turns", () => {
  test("where those that were begun come first, a job stays with its task until it is done", () => {
    const { policy, begun } = scripted({ cutoff: () => 10 });
    const run = { tasks: 3, jobs: 2, policy, draw: times([50, 50, 1], [12, 4], [3]) };
    // Task 0 is cut at 10 and 20 and done at 21; task 1 is cut at 10 and done at 14; task 2 then takes until 17.
    expect(playInParallel({ ...run, begunFirst: true })).toMatchObject({ tries: 6, makespan: 21 });
    expect(begun).toEqual(["0.1", "1.1", "0.2", "1.2", "2.1", "0.3"]);
  });

  test("of two that had as much the first comes first, and resets count as time", () => {
    // Task 0 takes 1, so that who had more than 30 waits: with a reset of 1, those cut at 32, 31 and 30.
    const { policy, begun } = scripted({ cutoff: (attempt, task) => (attempt === 1 ? 33 - task : 100) });
    const run = { tasks: 4, jobs: 1, policy, draw: times([1], [50, 1], [50, 1], [50, 1]) };
    expect(playInParallel({ ...run, resetting: 1 })).toEqual({
      finished: true,
      time: 1 + 33 + 32 + 31 + 3,
      tries: 7,
      makespan: 100,
    });
    expect(begun.slice(4)).toEqual(["3.2", "2.2", "1.2"]);
    const even = scripted({ cutoff: (attempt) => (attempt === 1 ? 34 : 100) });
    playInParallel({ ...run, policy: even.policy });
    expect(even.begun.slice(4)).toEqual(["1.2", "2.2", "3.2"]);
  });

  test("a try that ends without a reward is no success: its task is tried again", () => {
    const { policy, seen } = scripted({ cutoff: () => 10 });
    const draw = (_task: number, attempt: number) => ({ time: attempt, reward: attempt < 3 ? 0 : 1 });
    expect(playInParallel({ tasks: 1, jobs: 4, policy, draw })).toMatchObject({ time: 6, tries: 3 });
    expect(seen.map(([, , outcome]) => outcome)).toEqual([
      { kind: "completed", time: 1, reward: 0 },
      { kind: "completed", time: 2, reward: 0 },
      { kind: "completed", time: 3, reward: 1 },
    ]);
  });
});

describe("a cutoff moves", () => {
  test("up, when it is reached: the try goes on, and what is observed has the cutoff that it had at last", () => {
    const { policy, seen, asked } = scripted({
      cutoff: () => 5,
      reconsider: (_decision, elapsed) => (elapsed === 5 ? 8 : 20),
    });
    expect(playInParallel({ tasks: 1, jobs: 1, policy, draw: times([12]) })).toEqual({
      finished: true,
      time: 12,
      tries: 1,
      makespan: 12,
    });
    expect(asked.map(([, elapsed]) => elapsed)).toEqual([5, 8]);
    expect(seen).toEqual([[0, 20, { kind: "completed", time: 12, reward: 1 }]]);
  });

  test("up and down, when another try was observed", () => {
    // Task 0 is done at 3; then task 1, begun with 100 and without an end, is given 7, and cut there.
    const { policy, seen } = scripted({
      cutoff: (attempt) => (attempt === 1 ? 100 : 50),
      reconsider: () => 7,
    });
    expect(
      playInParallel({ tasks: 2, jobs: 2, policy, draw: times([3], [Infinity, 4]), resetting: 2 }),
    ).toEqual({ finished: true, time: 3 + 7 + 2 + 4, tries: 3, makespan: 13 });
    expect(seen[1]).toEqual([1, 7, { kind: "censored", time: 7, resetting: 2 }]);
  });

  test("by the time since its own start", () => {
    // At 3 task 1 has had 3; at 5 task 2, begun at 3, has had 2.
    const { policy, asked } = scripted({ cutoff: () => 100 });
    playInParallel({ tasks: 3, jobs: 2, policy, draw: times([3], [5], [10]) });
    expect(asked.map(([, elapsed]) => elapsed)).toEqual([3, 2]);
  });

  test("down below what has passed: it is cut at once, its job is busy for the reset, others are not asked of it again", () => {
    // Done at 3: task 1, begun at 0, is cut at 3. Task 2 begins at 3 and is done at 4, while task 1 is reset until 5.
    const { policy, seen, asked } = scripted({ cutoff: () => 100, reconsider: () => 1 });
    expect(
      playInParallel({ tasks: 3, jobs: 2, policy, draw: times([3], [Infinity, 6], [1]), resetting: 2 }),
    ).toEqual({ finished: true, time: 3 + 5 + 1 + 6, tries: 4, makespan: 11 });
    expect(seen.map(([task]) => task)).toEqual([0, 2, 1, 1]);
    expect(seen[2]).toEqual([1, 3, { kind: "censored", time: 3, resetting: 2 }]);
    expect(asked).toHaveLength(1);
  });

  test("never for a try that ends at the same moment", () => {
    const { policy, asked } = scripted({ cutoff: () => 100, reconsider: () => 1 });
    expect(playInParallel({ tasks: 2, jobs: 2, policy, draw: times([3], [3]) })).toMatchObject({
      time: 6,
      tries: 2,
      makespan: 3,
    });
    expect(asked).toEqual([]);
  });
});

describe("it is left unfinished", () => {
  const { policy } = scripted({ cutoff: () => Infinity });
  test("when all that runs would never end", () => {
    expect(playInParallel({ tasks: 3, jobs: 2, policy, draw: times([Infinity], [Infinity], [1]) })).toEqual({
      finished: false,
      time: 0,
      tries: 0,
      makespan: Infinity,
    });
  });
  test("when the tries took more than they may", () => {
    const short = scripted({ cutoff: () => 10 });
    const run = { tasks: 1, jobs: 1, policy: short.policy, draw: times([Infinity]), maxTime: 95 };
    expect(playInParallel(run)).toMatchObject({ finished: false, time: 100, tries: 10 });
  });
});

test.each([{ tasks: 0 }, { jobs: 1.5 }, { resetting: -1 }])("the run %j is refused", (wrong) => {
  const run = { tasks: 1, jobs: 1, policy: scripted({ cutoff: () => 1 }).policy, draw: times([1]), ...wrong };
  expect(() => playInParallel(run)).toThrow(/^playInParallel: \w+ must be .*, got /);
});
