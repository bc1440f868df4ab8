import { describe, expect, test } from "vitest";
import type { Policy } from "../../src/policies/definition/policy.ts";
import { makePolicy } from "../../src/policies/make-policy.ts";
import type { Decision, Outcome } from "../../src/problem/outcome.ts";
import { calling } from "./calling.ts";

/** A policy that says what it is told, and writes down what it is asked. */
function scripted(cutoff: number, reconsider?: (decision: Decision, elapsed: number) => number) {
  const decided: (readonly [attempt: number, task: unknown])[] = [];
  const observed: (readonly [task: unknown, outcome: Outcome])[] = [];
  const asked: number[] = [];
  const policy: Policy = {
    decide({ attempt = 1, task } = {}) {
      decided.push([attempt, task]);
      return { arm: 0, cutoff, attempt };
    },
    observe: (decision, outcome) => observed.push([decision.task, outcome]),
    snapshot: () => ({}) as never,
    ...(reconsider === undefined
      ? {}
      : {
          reconsider(decision: Decision, elapsed: number) {
            asked.push(elapsed);
            return reconsider(decision, elapsed);
          },
        }),
  };
  return { policy, decided, observed, asked };
}

/** Calls that take as long as their input says, attempt by attempt; the last goes for all later ones. */
const callsWith = (
  policy: Policy,
  options: { hedge?: { maxExtraLoad: number }; maxCutoffMs?: number } = {},
) =>
  calling<readonly number[]>(
    { only: (attempt, input) => input[attempt - 1] ?? input.at(-1)! },
    { policy, ...options },
  );

test("a policy of one's own is told which execution it decides for, and which it learns from", async () => {
  const { policy, decided, observed } = scripted(10);
  const { clock, calls } = callsWith(policy);
  await clock.until(calls.execute({ input: [50, 5] }));
  await clock.until(calls.execute({ input: [5] }));
  expect(decided).toEqual([
    [1, 0],
    [2, 0],
    [1, 1],
  ]);
  expect(observed).toEqual([
    [0, { kind: "censored", time: 10 }],
    [0, { kind: "completed", time: 5, reward: 1 }],
    [1, { kind: "completed", time: 5, reward: 1 }],
  ]);
});

describe("an attempt that is about to be cut", () => {
  test("goes on if the policy now gives it more", async () => {
    const { policy, asked, observed } = scripted(10, (_, elapsed) => (elapsed < 20 ? 30 : elapsed));
    const { clock, calls } = callsWith(policy);
    expect(await clock.until(calls.execute({ input: [25] }))).toBe(1);
    expect(asked).toEqual([10]);
    expect(observed).toEqual([[0, { kind: "completed", time: 25, reward: 1 }]]);
    expect(calls.stats().arms.only.cuts).toBe(0);
  });

  test("is cut at its new cutoff, and that is what is learned", async () => {
    const { policy, asked, observed } = scripted(10, (_, elapsed) => Math.max(elapsed, 30));
    const { clock, calls } = callsWith(policy);
    expect(await clock.until(calls.execute({ input: [500, 25] }))).toBe(2);
    expect(asked).toEqual([10, 30, 10]);
    expect(observed.map(([, outcome]) => outcome)).toEqual([
      { kind: "censored", time: 30 },
      { kind: "completed", time: 25, reward: 1 },
    ]);
  });

  test("is never given more than maxCutoffMs", async () => {
    const { policy, observed } = scripted(10, () => Infinity);
    const { clock, calls } = callsWith(policy, { maxCutoffMs: 40 });
    const call = calls.execute({ input: [1e9], maxAttempts: 1 });
    await expect(clock.until(call)).rejects.toThrow("none of 1 attempt succeeded");
    expect(observed).toEqual([[0, { kind: "censored", time: 40 }]]);
  });
});

test("after a success elsewhere an attempt that waits is given less, and cut when that has passed", async () => {
  let known = false;
  const { policy, observed } = scripted(1_000, ({ cutoff }) => (known ? 50 : cutoff));
  const { clock, calls } = callsWith({
    ...policy,
    observe(decision, outcome) {
      known ||= outcome.kind === "completed";
      policy.observe(decision, outcome);
    },
  });
  const slow = calls.execute({ input: [900, 5] });
  await clock.until(calls.execute({ input: [20] }));
  expect(await clock.until(slow)).toBe(2);
  expect(clock.now()).toBe(55);
  expect(observed[1]).toEqual([0, { kind: "censored", time: 50 }]);
});

test("of two attempts at once the one that was stopped is learned from before the success", async () => {
  const { policy, observed } = scripted(10, () => 10);
  const { clock, calls } = callsWith(policy, { hedge: { maxExtraLoad: 1 } });
  await clock.until(calls.execute({ input: [100, 5] }));
  expect(observed.map(([task, { kind }]) => [task, kind])).toEqual([
    [0, "censored"],
    [0, "completed"],
  ]);
});

test("hidden-types decides for calls: those that hang are cut soon after others have shown how long one takes", async () => {
  const policy = makePolicy("hidden-types", { arms: ["only"], firstCutoff: 20, seed: 1, mode: "retry" });
  const { clock, calls } = callsWith(policy);
  // Every fifth call hangs at its first attempt.
  for (let call = 0; call < 40; call++) {
    await clock.until(calls.execute({ input: call % 5 === 4 ? [1e6, 10] : [10] }));
  }
  const before = clock.now();
  await clock.until(calls.execute({ input: [1e6, 10] }));
  expect(clock.now() - before).toBeLessThan(60);
  const { state } = calls.snapshot().policy as { state: { open: unknown[]; beliefs: { successes: number } } };
  expect(state.open).toHaveLength(0);
  expect(state.beliefs.successes).toBe(41);
});
