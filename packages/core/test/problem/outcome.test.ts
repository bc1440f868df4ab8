import fc from "fast-check";
import { expect, test } from "vitest";
import { checkOutcome, elapsed, type Outcome, recut } from "../../src/problem/outcome.ts";

const runAt = (completion: number, cutoff: number): Outcome =>
  completion <= cutoff
    ? { kind: "completed", time: completion, reward: 0.5 }
    : { kind: "censored", time: cutoff };

/** Often a time and a cutoff are equal. */
const time = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.double({ min: 1e-6, max: 1e6, noNaN: true }));

test("recut(run at t) equals run at t′, for every t′ ≤ t (E6: U(t) and V(t) together tell it)", () => {
  fc.assert(
    fc.property(time, time, time, (completion, a, b) => {
      const [short, long] = a < b ? [a, b] : [b, a];
      expect(recut(runAt(completion, long), short)).toEqual(runAt(completion, short));
    }),
  );
});

test("only a cut trial pays the resetting time, and a measured one goes before the known", () => {
  expect(elapsed({ kind: "completed", time: 2, reward: 0 }, 5)).toBe(2);
  expect(elapsed({ kind: "censored", time: 2 }, 5)).toBe(7);
  expect(elapsed({ kind: "censored", time: 2, resetting: 1 }, 5)).toBe(3);
});

test.each([
  [{ kind: "completed", time: Number.NaN, reward: 1 }, "time must be a finite number of at least 0, got NaN"],
  [{ kind: "completed", time: -1, reward: 1 }, "time must be a finite number of at least 0, got -1"],
  [{ kind: "completed", time: Infinity, reward: 1 }, "time must be a finite number"],
  [{ kind: "completed", time: 1, reward: 1.5 }, "reward must lie in [0, 1], got 1.5"],
  [{ kind: "completed", time: 1, reward: -0.1 }, "reward must lie in [0, 1], got -0.1"],
  [{ kind: "completed", time: 1 }, "reward must lie in [0, 1], got undefined"],
  [{ kind: "censored", time: 1, resetting: -1 }, "resetting must be a finite number of at least 0, got -1"],
  [{ kind: "aborted", time: 1 }, 'kind must be "completed" or "censored", got "aborted"'],
  [null, "outcome: must be an object, got null"],
])("checkOutcome refuses %j", (outcome, message) => {
  expect(() => checkOutcome(outcome as Outcome)).toThrow(message);
});
