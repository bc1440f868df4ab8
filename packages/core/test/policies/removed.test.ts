import { expect, test } from "vitest";
import type { PolicySnapshot } from "../../src/policies/definition/policy.ts";
import { makePolicy, restorePolicy } from "../../src/policies/make-policy.ts";
import { parsePolicy } from "../../src/policies/registry.ts";

const learned = {
  arms: [
    {
      rows: [
        1.0867348625260576, 2.1006943423160864, 0.5433674312630288, 1.0867348625260576, 2.1287915030976725,
        3.2306966189742825, 2.8165910005613153, 2.1287915030976725, 1.148698354997034, 1.148698354997034,
        4.479923584488432, 1.148698354997034,
      ],
      resetting: [0, 0, 0],
    },
    { rows: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], resetting: [0, 0, 0] },
    {
      rows: [
        0, 0, 0, 0, 1.0424657608411212, 1.0424657608411212, 1.4073287771355136, 1.0424657608411212,
        1.1328838852957976, 1.1328838852957976, 4.135026181329661, 1.1328838852957976,
      ],
      resetting: [0, 0, 0],
    },
    { rows: [0, 2.1454009647282852, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], resetting: [0, 0, 0] },
  ],
};

/** Written by version 0.1.0, which saved the totals by position. */
const old: PolicySnapshot = {
  version: 1,
  policy: "km-ts",
  arms: ["a", "b"],
  cutoffs: [1, 2, 4],
  options: { strength: 2, tolerance: 0.005, tasks: "mixed", patience: 0, halfLife: 50 },
  random: [3229008883, 935047407, 1445543194, 1831936414],
  state: {
    weight: 1.148698354997034,
    totals: [
      7.6877559231934605, 2.115864595666639, 2.175349646136919, 18.745407651049486, 6.539574366757682, 3, 6,
    ],
    failedFor: [2, 1],
    climbed: [2, 2],
    learned,
  },
  schedule: "luby",
};

const named = {
  ...old,
  state: {
    weight: 1.148698354997034,
    totals: {
      time: 18.745407651049486,
      laterTime: 7.6877559231934605,
      failures: 2.115864595666639,
      solved: 6.539574366757682,
      laterSolved: 2.175349646136919,
      successes: 6,
    },
    cold: { turn: 3, failedFor: [2, 1], climbed: [2, 2] },
    learned,
  },
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
    expect(weight).toBe(1.148698354997034);
  },
);

test("automatic cutoffs of such a snapshot are restored too", () => {
  const rows = Array.from({ length: 40 }, (_, place) =>
    place === 20 ? 3 : place === 21 ? 4 : place === 22 ? 0.3 : place === 23 ? 3 : 0,
  );
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

test.each<[string, () => unknown, string]>([
  [
    "a policy",
    () => makePolicy("km-calls", { arms: ["a"] }),
    "the policy km-calls was removed; make a new policy with km-ts",
  ],
  ["a policy in words", () => parsePolicy("km-calls:halfLife=3"), "the policy km-calls was removed"],
  [
    "a policy in a snapshot",
    () => restorePolicy({ ...old, policy: "km-calls" }),
    "the policy km-calls was removed",
  ],
  [
    "an option",
    () => makePolicy("km-ts", { arms: ["a"], options: { patience: 2 } }),
    "km-ts: the option patience was removed; leave it out, and make a new policy",
  ],
  ["an option in words", () => parsePolicy("km-ts:tasks=mixed"), "km-ts: the option tasks was removed"],
  [
    "an option in a snapshot that depends on it",
    () => restorePolicy({ ...old, options: { ...old.options, tasks: "alike" } }),
    "km-ts: the option tasks was removed",
  ],
])("%s that was removed is refused in a sentence that says so", (_, use, message) => {
  expect(use).toThrow(message);
});

test("a snapshot of fresh tasks, on which removed options had no effect, is restored", () => {
  const fresh = makePolicy("km-ts", { arms: ["a"], seed: 1 }).snapshot();
  const before = { ...fresh, options: { ...fresh.options, tasks: "family", patience: 3 } };
  expect(restorePolicy(before).snapshot()).toEqual(fresh);
});
