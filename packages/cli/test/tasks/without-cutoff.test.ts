import type { Outcome } from "@mulligan/core";
import { expect, test } from "vitest";
import { withoutCutoff as trialsSoFar } from "../../src/tasks/without-cutoff.ts";

const ended = (time: number, reward = 1): Outcome => ({ kind: "completed", time, reward });
const cut = (time: number): Outcome => ({ kind: "censored", time });

function withoutCutoff(outcomes: readonly Outcome[]) {
  const trials = trialsSoFar();
  for (const outcome of outcomes) trials.add(outcome);
  return trials.estimate();
}

test("where every trial ended, a success costs all time over all successes", () => {
  const { timePerSuccess, exact } = withoutCutoff([ended(1), ended(5), ended(3, 0)])!;
  expect(timePerSuccess).toBeCloseTo(9 / 2, 12);
  expect(exact).toBe(true);
});

test("a trial that was cut stands for those that ran longer: by hand", () => {
  // 1 of 4 ends at 2; one is cut at 3; the others share what is left, 3/8 each, at 4 and 8.
  const { timePerSuccess, exact } = withoutCutoff([ended(8), ended(2), cut(3), ended(4)])!;
  expect(timePerSuccess).toBeCloseTo(2 / 4 + (3 * 4) / 8 + (3 * 8) / 8, 12);
  expect(exact).toBe(true);
});

test("where the longest were cut it is a lower bound, and says so", () => {
  // Half ends at 2, half is not known beyond 10: at least (1 + 5) for a success.
  expect(withoutCutoff([ended(2), cut(10)])).toEqual({ timePerSuccess: 6, exact: false });
});

test("an end and a cut at the same time: the end was first", () => {
  expect(withoutCutoff([cut(2), ended(2)])).toEqual({ timePerSuccess: 2, exact: false });
});

test("without a success nothing is known", () => {
  expect(withoutCutoff([])).toBeUndefined();
  expect(withoutCutoff([cut(3), ended(1, 0)])).toBeUndefined();
});

test("a trial that took no time at all counts", () => {
  expect(withoutCutoff([ended(0), ended(2)])).toEqual({ timePerSuccess: 1, exact: true });
});

test("bins of 2% change a mean by no more than that", () => {
  // 1 to 2, each second one cut: by the exact product-limit law, place by place.
  const outcomes = Array.from({ length: 400 }, (_, i) => (i % 2 ? cut : ended)(1 + i / 400));
  let survival = 1;
  let mean = 0;
  for (let i = 0; i < 400; i += 2) {
    mean += (survival / (400 - i)) * (1 + i / 400);
    survival -= survival / (400 - i);
  }
  const { timePerSuccess } = withoutCutoff(outcomes)!;
  expect(timePerSuccess / (mean + survival * (1 + 399 / 400))).toBeCloseTo(1, 2);
});
