import { expect, test } from "vitest";
import { lubyMultiplier, retry, type ScheduleName, scheduleMultiplier } from "../../src/problem/schedule.ts";

test("luby is the sequence of Luby, Sinclair and Zuckerman", () => {
  // The first 31 terms as the 1993 paper prints them.
  const published = [
    1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 16,
  ];
  expect(published.map((_, i) => lubyMultiplier(i + 1))).toEqual(published);
});

test("a geometric schedule doubles, a constant one stays", () => {
  expect([1, 2, 3, 4].map((a) => scheduleMultiplier("geometric", a))).toEqual([1, 2, 4, 8]);
  expect([1, 2, 3, 4].map((a) => scheduleMultiplier("constant", a))).toEqual([1, 1, 1, 1]);
});

test.each([0, -1, 1.5, Number.NaN, Infinity])("attempt %d is refused", (attempt) => {
  expect(() => lubyMultiplier(attempt)).toThrow("luby: attempt must be an integer of at least 1");
});

test("retry checks its schedule and its limit", () => {
  expect(retry()).toEqual({ kind: "retry", schedule: "luby", maxRestarts: Infinity });
  expect(() => retry({ schedule: "fibonacci" as ScheduleName })).toThrow(
    'schedule: must be luby, geometric or constant, got "fibonacci"',
  );
  expect(() => retry({ maxRestarts: -1 })).toThrow("retry: maxRestarts must be an integer of at least 0");
  expect(() => retry({ maxRestarts: Number.NaN })).toThrow("got NaN");
});
