import { expect, test } from "vitest";
import type { PolicySnapshot } from "../../src/policies/definition/policy.ts";
import { makePolicy, restorePolicy } from "../../src/policies/make-policy.ts";
import { parsePolicy } from "../../src/policies/registry.ts";

/** What first and later attempts of two arms showed, four numbers for each of three cutoffs. */
const learned = {
  arms: [
    [1, 2, 0.5, 1, 2, 3, 3, 2, 1, 1, 4, 1],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 1, 1, 1.5, 1, 1, 1, 4, 1],
    [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ].map((rows) => ({ rows, resetting: [0, 0, 0] })),
};

/** As version 0.1.0 wrote it, which saved the totals by position. */
const old: PolicySnapshot = {
  version: 1,
  policy: "km-ts",
  arms: ["a", "b"],
  cutoffs: [1, 2, 4],
  options: { strength: 2, tolerance: 0.005, tasks: "mixed", patience: 0, halfLife: 50 },
  random: [1, 2, 3, 4],
  state: {
    weight: 1.25,
    totals: [7.5, 2, 2.25, 18.5, 6.5, 3, 6],
    failedFor: [2, 1],
    climbed: [2, 2],
    learned,
  },
  schedule: "luby",
};

const totals = { time: 18.5, laterTime: 7.5, failures: 2, solved: 6.5, laterSolved: 2.25, successes: 6 };
const named = {
  ...old,
  state: { weight: 1.25, totals, cold: { turn: 3, failedFor: [2, 1], climbed: [2, 2] }, learned },
};

test.each([
  ["by position", old],
  ["by name", named],
])(
  "a snapshot of km-ts for tasks that saved its totals %s keeps what first and later attempts showed",
  (_, snapshot) => {
    const { options, schedule, state } = restorePolicy(JSON.parse(JSON.stringify(snapshot))).snapshot();
    expect(options).toEqual({ strength: 2, tolerance: 0.005, halfLife: 50 });
    expect(schedule).toBe("luby");
    const { weight, learned: now } = state as { weight: number; learned: typeof learned };
    const rows = learned.arms.map((arm) => arm.rows);
    const sums = [0, 1].map((arm) => rows[arm].map((value, place) => value + rows[arm + 2][place]));
    expect(now.arms.map((arm) => arm.rows)).toEqual(sums);
    expect(weight).toBe(1.25);
  },
);

test("automatic cutoffs of such a snapshot are restored too", () => {
  const rows = Array.from({ length: 40 }, (_, place) => [3, 4, 0.3, 3][place - 20] ?? 0);
  const arms = [rows, rows].map((each) => ({ rows: each, resetting: [0, 0, 0] }));
  const policy = restorePolicy({
    ...named,
    arms: ["a"],
    cutoffs: "auto",
    state: { ...named.state, learned: { cells: 10, arms } },
  });
  const decision = policy.decide({ attempt: 2 });
  expect(decision.cutoff).toBeGreaterThan(0);
  policy.observe(decision, { kind: "completed", time: 0.001, reward: 1 });
  expect(restorePolicy(JSON.parse(JSON.stringify(policy.snapshot()))).snapshot()).toEqual(policy.snapshot());
});

test("a policy or an option that was removed is refused in a sentence that says so", () => {
  const policy = "the policy km-calls was removed; make a new policy with km-ts";
  expect(() => makePolicy("km-calls", { arms: ["a"] })).toThrow(policy);
  expect(() => parsePolicy("km-calls:halfLife=3")).toThrow(policy);
  expect(() => restorePolicy({ ...old, policy: "km-calls" })).toThrow(policy);
  const option = /^km-ts: the option (tasks|patience) was removed; leave it out, and make a new policy/;
  expect(() => makePolicy("km-ts", { arms: ["a"], options: { patience: 2 } })).toThrow(option);
  expect(() => parsePolicy("km-ts:tasks=mixed")).toThrow(option);
  const alike = { ...old.options, tasks: "alike" };
  expect(() => restorePolicy({ ...old, options: alike })).toThrow("km-ts: the option tasks was removed");
});

test("a snapshot of fresh tasks, on which removed options had no effect, is restored", () => {
  const fresh = makePolicy("km-ts", { arms: ["a"], seed: 1 }).snapshot();
  const before = { ...fresh, options: { ...fresh.options, tasks: "family", patience: 3 } };
  expect(restorePolicy(before).snapshot()).toEqual(fresh);
});
