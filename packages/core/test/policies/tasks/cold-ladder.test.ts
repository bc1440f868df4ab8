import { expect, test } from "vitest";
import { coldLadder } from "../../../src/policies/tasks/cold-ladder.ts";
import { lubyMultiplier } from "../../../src/problem/schedule.ts";

const places = Array.from({ length: 200 }, (_, place) => coldLadder(place));

test("it begins as Luby's sequence", () => {
  expect(places.slice(0, 7)).toEqual([1, 2, 3, 4, 5, 6, 7].map(lubyMultiplier));
});

test("each cutoff is tried eight times before it is left for good, and the shortest no less often", () => {
  for (const cutoff of [2, 4, 64, 1_024]) expect(places.filter((value) => value === cutoff)).toHaveLength(8);
  expect(places.filter((value) => value === 1).length).toBeGreaterThanOrEqual(8);
});

test("the way to a cutoff, it included, costs five times it", () => {
  const place = places.indexOf(2 ** 20);
  const spent = places.slice(0, place + 1).reduce((sum, value) => sum + value, 0);
  expect(spent / 2 ** 20).toBeLessThan(5);
  expect(spent / 2 ** 20).toBeGreaterThan(4);
});
