import { expect, test } from "vitest";
import type { Policy, PolicySnapshot } from "../../../src/policies/definition/policy.ts";
import { makePolicy, restorePolicy } from "../../../src/policies/make-policy.ts";
import { latticeCell, latticeEdge } from "../../../src/problem/lattice.ts";
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

/** As 0.1.0 saved it: four numbers a cell of the lattice, from a thousandth on. */
function oldSnapshot(): PolicySnapshot {
  const first = latticeCell(1e-3);
  const cells = latticeCell(16) - first + 1;
  const rows = Array.from({ length: 4 * cells }, () => 0);
  const put = (cell: number, values: readonly number[]) => {
    for (const [field, value] of values.entries()) rows[4 * (cell - first) + field] = value;
  };
  // Sixty completed at 1.3 and at 1.5, forty were cut at 4.
  put(latticeCell(1.4), [60, 60, 84, 60]);
  put(latticeCell(4), [0, 40, 0, 0]);
  return {
    version: 1,
    policy: "km-ts",
    arms: ["a"],
    cutoffs: "auto",
    options: { strength: 2, tolerance: 0.005, tasks: "mixed", patience: 0 },
    random: [1, 2, 3, 4],
    state: {
      weight: 1,
      totals: [244, 60],
      learned: { cells, arms: [{ rows, resetting: [0, 0, 0] }] },
    },
  };
}

test("a snapshot of 0.1.0 is read: its cells are split, completions at their mean time", () => {
  const policy = restorePolicy(oldSnapshot());
  const cutoffs = Array.from({ length: 100 }, () => policy.decide().cutoff);
  // Best is to wait for the sixty, whose mean is 1.4, and no longer than their cell.
  const near = cutoffs.filter((cutoff) => cutoff >= 1.3 && cutoff <= latticeEdge(latticeCell(1.4)));
  expect(near.length).toBeGreaterThan(60);
});

test.each([
  [{ rows: [5, 1] }, "must belong to existing cells"],
  [{ focus: [-1] }, "must belong to existing cells"],
  [{ spans: [1e9, 1, 1] }, "must belong to existing cells"],
])("a saved arm with %j is refused", (broken, message) => {
  const policy = makePolicy("km-ts", { arms: ["a"], seed: 2 });
  play(policy, 0, 500);
  const snapshot = JSON.parse(JSON.stringify(policy.snapshot()));
  Object.assign(snapshot.state.learned.arms[0], broken);
  expect(() => restorePolicy(snapshot)).toThrow(message);
});
