import type { Outcome } from "@mulligan/core";
import { elapsed } from "@mulligan/core/problem";
import { expect, test } from "vitest";
import { type TryKind, UncutCost } from "../../src/tasks/without-cutoff.ts";

const ended = (time: number, reward = 1): Outcome => ({ kind: "completed", time, reward });
const cut = (time: number): Outcome => ({ kind: "censored", time });
const unseeded = { repeats: true, abandons: false };
const seeded = { repeats: false, abandons: false };

/** The tries of some tasks, each in their order. */
function estimate(kind: TryKind, tasks: readonly (readonly Outcome[])[]) {
  const cost = new UncutCost(kind);
  for (const [task, tries] of tasks.entries()) {
    for (const outcome of tries) cost.add(String(task), outcome, elapsed(outcome, 0));
  }
  return cost.estimate();
}

const times = (count: number, tries: readonly Outcome[]) => Array.from({ length: count }, () => tries);

test("tasks that were never cut cost what they took, with their failures", () => {
  const tasks = [[ended(1)], [ended(3, 0), ended(5)]];
  expect(estimate(seeded, tasks)).toEqual({ time: 9, low: 9, high: 9, exact: true, spent: 9 });
});

test("a task that is not solved is left out, and without a solved one nothing is known", () => {
  expect(estimate(seeded, [[ended(1)], [cut(70)], [ended(3, 0)]])).toEqual({
    time: 1,
    low: 1,
    high: 1,
    exact: true,
    spent: 1,
  });
  expect(estimate(unseeded, [[cut(3)], [ended(1, 0)]])).toBeUndefined();
});

test("inputs with their own fixed time: what the try that solved them took, to a fifth", () => {
  const large = [cut(400), cut(5_200), cut(400), ended(6_000)];
  const tasks = [...times(8, [ended(300)]), large, large];
  expect(estimate(unseeded, tasks)).toEqual({
    time: 14_400,
    low: 12_000,
    high: 16_800,
    exact: true,
    spent: 26_400,
  });
});

test("one task that was cut and took longer at its second try: known only if tries repeat themselves", () => {
  const tasks = [[cut(10_000), ended(15_000)]];
  expect(estimate(unseeded, tasks)).toMatchObject({ time: 15_000, exact: true });
  expect(estimate(seeded, tasks)).toBeUndefined();
});

test("tasks solved much sooner than their cuts: unknown, or what other tries took beyond the cut", () => {
  const lucky = times(5, [cut(2_000), ended(300)]);
  expect(estimate(unseeded, [...times(20, [ended(300)]), ...lucky])).toBeUndefined();
  const slow = times(10, [ended(12_000)]);
  const known = estimate(seeded, [...times(20, [ended(300)]), ...slow, ...lucky]);
  // The rest of 60 s beyond the cuts may be off by 2 · 5 · 12 s/(10 + 1), since ten tries ended there.
  expect(known).toEqual({
    time: expect.closeTo(186_000, 6),
    low: expect.closeTo(126_000 + 60_000 / (1 + 2 / 11), 6),
    high: expect.closeTo(126_000 + 60_000 * (1 + 2 / 11), 6),
    exact: true,
    spent: 137_500,
  });
});

test("cuts that were longer than all that was spent otherwise are a lower bound", () => {
  // The first cut alone took more than everything: 100 s of a task whose second try is free.
  const cost = new UncutCost(seeded);
  for (const task of ["a", "b"]) {
    cost.add(task, cut(100_000), 50_000);
    cost.add(task, ended(10), 10);
  }
  expect(cost.estimate()).toEqual({ time: 200_000, exact: false, spent: 100_020 });
});

test("in mode abandon as many successes cost the mean time over the chance of a reward", () => {
  const kind = { repeats: false, abandons: true };
  const tasks = [...times(300, [ended(100)]), ...times(100, [ended(100, 0)]), ...times(30, [cut(50)])];
  expect(estimate(kind, tasks)).toMatchObject({ time: expect.closeTo(40_000, 6), exact: true });
});
