import { describe, expect, test } from "vitest";
import { type Outcome, recut } from "../../src/problem/outcome.ts";

const reward = (outcome: Outcome) => (outcome.kind === "completed" ? outcome.reward : 0);

describe("what a trial at t says about a smaller cutoff (subsec:info-structure)", () => {
  test("E6: V(t′) is no function of V(t): equal V(4) = 1, but V(2) is 1 and 0; with U(t) it is one", () => {
    const early: Outcome = { kind: "completed", time: 1, reward: 1 };
    const late: Outcome = { kind: "completed", time: 3, reward: 1 };
    expect(reward(early)).toBe(reward(late));
    expect(reward(recut(early, 2))).toBe(1);
    expect(reward(recut(late, 2))).toBe(0);
  });

  test("E7: trials at cutoffs 1, 2, 4 give T* = 3, 2, 1: the union runs over longer cutoffs, none over shorter", () => {
    const cutoffs = [1, 2, 4];
    const trials = cutoffs.map((time): Outcome => ({ kind: "censored", time }));
    const informs = (trial: Outcome, cutoff: number) => {
      try {
        recut(trial, cutoff);
        return true;
      } catch {
        return false;
      }
    };
    const available = cutoffs.map((cutoff) => trials.filter((trial) => informs(trial, cutoff)).length);
    expect(available).toEqual([3, 2, 1]);
  });
});
