import { expect, test } from "vitest";
import { costIfAlike, costOfFailure } from "../../../src/policies/tasks/failure-cost.ts";

test("the least cost of a task, were all alike, is the least time for a success over arms and cutoffs", () => {
  const curves = [
    { reward: Float64Array.from([0, 0.5]), usage: Float64Array.from([1, 2]) },
    { reward: Float64Array.from([0.25, 0.5]), usage: Float64Array.from([0.75, 4]) },
  ];
  expect(costIfAlike(curves)).toBe(3);
});

const totals = { time: 100, laterTime: 60, failures: 8, solved: 20, laterSolved: 7, successes: 20 };

test("three failed first attempts and the prior make a mean over four, raised by two standard errors", () => {
  expect(costOfFailure({ ...totals, laterTime: 30, failures: 3, laterSolved: 3 }, 1, 10)).toBe(10 * 2);
});

test("a task given up costs as much again as a solved one takes, but one may be under way still", () => {
  const none = costOfFailure(totals, 1, 4);
  expect(costOfFailure({ ...totals, laterSolved: 6 }, 1, 4) - none).toBeCloseTo((5 / 9) * (1 + 2 / 3), 12);
  expect(costOfFailure({ ...totals, laterSolved: 8 }, 1, 4)).toBe(none);
});

test("totals in other units of weight say the same", () => {
  const { successes, ...weighted } = totals;
  const doubled = Object.fromEntries(Object.entries(weighted).map(([name, value]) => [name, 2 * value]));
  expect(costOfFailure({ ...totals, ...doubled }, 2, 4)).toBe(costOfFailure(totals, 1, 4));
});
