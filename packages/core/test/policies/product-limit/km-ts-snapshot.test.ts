import { expect, test } from "vitest";
import type { Policy } from "../../../src/policies/definition/policy.ts";
import { makePolicy, restorePolicy } from "../../../src/policies/make-policy.ts";
import { stream } from "../../../src/random/stream.ts";

function play(policy: Policy, from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => {
    const decision = policy.decide();
    const time = stream(from + n, "trial").uniform() ** -1.2;
    const done = time <= decision.cutoff;
    policy.observe(
      decision,
      done ? { kind: "completed", time, reward: 1 } : { kind: "censored", time: decision.cutoff },
    );
    return decision.cutoff;
  });
}

test.each([
  [{ rows: [5, 1] }, "the saved rows must hold"],
  [{ edges: [1, 2, 3] }, "must rise and contain those of the lattice"],
  [{ spans: [1e9, 1, 1] }, "must belong to existing cells"],
])("a saved arm with %j is refused", (broken, message) => {
  const policy = makePolicy("km-ts", { arms: ["a"], seed: 2 });
  play(policy, 0, 500);
  const snapshot = JSON.parse(JSON.stringify(policy.snapshot()));
  Object.assign(snapshot.state.learned.arms[0], broken);
  expect(() => restorePolicy(snapshot)).toThrow(message);
});
