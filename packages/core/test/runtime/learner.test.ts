import { expect, test } from "vitest";
import type { PolicySnapshot } from "../../src/policies/definition/policy.ts";
import { makeTaskPolicy } from "../../src/policies/make-policy.ts";
import { noResetting } from "../../src/problem/resetting.ts";
import { stream } from "../../src/random/stream.ts";
import type { CallPolicy } from "../../src/runtime/call-policy.ts";
import { callLearner } from "../../src/runtime/learner.ts";

const request = {
  names: ["east", "west"],
  cutoffs: [10, 20, 40, 80],
  resetting: noResetting,
  halfLife: 200,
  schedule: "luby",
  seed: 5,
} as const;

/** Calls number `from` to `to`, whose times are the same whoever decides. */
function play(policy: CallPolicy, from: number, to: number): [number, number][] {
  return Array.from({ length: to - from }, (_, place) => {
    const decision = policy.decide(1);
    const time = ((((from + place) * 37) % 90) + 3) * (decision.arm + 1);
    policy.observe(
      decision,
      time <= decision.cutoff
        ? { kind: "completed", time, reward: 1 }
        : { kind: "censored", time: decision.cutoff },
    );
    return [decision.arm, decision.cutoff];
  });
}

test("the runtime decides as the policy km-calls does with the same draws", () => {
  const policy = makeTaskPolicy("km-calls", {
    arms: request.names,
    cutoffs: request.cutoffs,
    random: stream(request.seed, "runtime"),
  });
  const runtime = callLearner(request);
  expect(play(runtime, 0, 300)).toEqual(play(policy, 0, 300));
  expect(runtime.snapshot().state).toEqual(policy.snapshot().state);
});

/** Written by version 0.1.0, before the learner had a name in the registry. */
const old: PolicySnapshot = {
  version: 1,
  policy: "km-calls",
  arms: ["east", "west"],
  cutoffs: [10, 20, 40, 80],
  options: { halfLife: 200 },
  random: [4164988687, 1135113795, 1371118302, 558198411],
  state: {
    learned: {
      arms: [
        {
          rows: [
            2.0216569482741242, 11.238900098831826, 11.155896843645479, 2.0216569482741242, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0,
          ],
          resetting: [0, 0, 0],
        },
        {
          rows: [0, 0, 0, 0, 0, 1.0041675432389734, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
          resetting: [0, 0, 0],
        },
      ],
    },
    weights: [1.0395794351752792, 1.0111520808513057],
    spent: [103.32832834922252, 20.08335086477947],
    rewards: [2.0216569482741242, 0],
    lowest: [0, -1],
  },
};

test("twelve calls give the snapshot of version 0.1.0 to the last bit, and it goes on as it did then", () => {
  const fresh = callLearner(request);
  play(fresh, 0, 12);
  expect(JSON.stringify(fresh.snapshot())).toBe(JSON.stringify(old));
  const restored = callLearner(request, old);
  expect(play(restored, 12, 24)).toEqual([
    [0, 10],
    [0, 10],
    [0, 10],
    [0, 10],
    [0, 10],
    [0, 10],
    [1, 40],
    [0, 10],
    [0, 10],
    [0, 10],
    [0, 10],
    [0, 10],
  ]);
  expect(restored.snapshot().random).toEqual([3726812684, 3394144956, 1081589614, 851374517]);
});

test("a snapshot without a state, or of another policy, is refused", () => {
  expect(() => callLearner(request, { ...old, state: undefined })).toThrow(
    "mulligan: the saved state must be an object",
  );
  expect(() => callLearner(request, { ...old, policy: "km-ts" })).toThrow(
    'mulligan: the snapshot\'s policy must be "km-calls", got "km-ts"',
  );
});
