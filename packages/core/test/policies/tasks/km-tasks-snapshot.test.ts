import { expect, test } from "vitest";
import type { Policy, PolicySnapshot } from "../../../src/policies/definition/policy.ts";
import { makePolicy, restorePolicy } from "../../../src/policies/make-policy.ts";

/** Tasks number `from` to `to`, up to four attempts each, whose times are the same whoever decides. */
function play(policy: Policy, from: number, to: number): [number, number][] {
  const decisions: [number, number][] = [];
  for (let task = from; task < to; task++) {
    for (let attempt = 1; attempt <= 4; attempt++) {
      const decision = policy.decide({ attempt });
      const { arm, cutoff } = decision;
      decisions.push([arm, cutoff]);
      const time = ((((7 * task + attempt) * 37) % 90) / 20 + 0.3) * (arm + 1);
      const done = time <= cutoff;
      policy.observe(
        decision,
        done ? { kind: "completed", time, reward: 1 } : { kind: "censored", time: cutoff },
      );
      if (done) break;
    }
  }
  return decisions;
}

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

test("six tasks come to the totals of version 0.1.0 to the last bit, now by name", () => {
  const policy = makePolicy("km-ts", {
    arms: ["a", "b"],
    cutoffs: [1, 2, 4],
    seed: 3,
    options: { halfLife: 50 },
    mode: "retry",
  });
  play(policy, 0, 6);
  expect(policy.snapshot()).toEqual(named);
});

test.each([
  ["by position, as version 0.1.0 did", old],
  ["by name", named],
])("a snapshot that saved the totals %s goes on as version 0.1.0 did", (_, snapshot) => {
  const policy = restorePolicy(JSON.parse(JSON.stringify(snapshot)));
  expect(policy.snapshot()).toEqual(named);
  expect(play(policy, 6, 12)).toEqual([
    [0, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [0, 4],
    [0, 4],
    [0, 4],
  ]);
  const { random, state } = policy.snapshot();
  expect(random).toEqual([4144235624, 710426132, 1899150322, 2969571395]);
  expect(state).toMatchObject({
    weight: 1.2657565939702784,
    totals: {
      time: 32.274428140114296,
      laterTime: 8.51445078619413,
      failures: 3.2805981821350936,
      solved: 13.877472173417987,
      laterSolved: 3.356342307566448,
      successes: 12,
    },
    cold: { turn: 3, failedFor: [2, 1], climbed: [3, 2] },
  });
});

test.each([
  [{ totals: [1, 2] }, "km-ts: the saved totals must hold 7 numbers, got 2"],
  [{ totals: { time: 1 } }, "km-ts: the saved laterTime must be a finite number"],
  [{ cold: { failedFor: [1] } }, "km-ts: the saved failedFor must hold 2 numbers, got 1"],
])("a state with %j is refused", (part, message) => {
  const broken = { ...named, state: { ...named.state, ...part } };
  expect(() => restorePolicy(broken)).toThrow(message);
});
