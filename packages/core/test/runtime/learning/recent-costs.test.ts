import { expect, test } from "vitest";
import { RecentCosts } from "../../../src/runtime/learning/recent-costs.ts";
import { SlowRun } from "../../../src/runtime/learning/slow-run.ts";

test("the last five count: their median and the least of them", () => {
  const recent = new RecentCosts();
  for (const cost of [7, 1, 5, 3]) recent.add(cost);
  expect([recent.median, recent.least]).toEqual([Infinity, 0]); // too few
  recent.add(9);
  expect([recent.median, recent.least]).toEqual([5, 1]);
  recent.add(100);
  recent.add(100);
  expect([recent.median, recent.least]).toEqual([9, 3]);
});

test("patience doubles with each thousandth of a chance, and ends with a success", () => {
  const run = new SlowRun();
  run.add(0.05);
  run.add(0.05);
  expect(run.patience).toBe(1); // 1 in 400
  run.add(0.05);
  expect(run.patience).toBe(2); // 1 in 8,000
  for (let i = 0; i < 2; i++) run.add(0.05);
  expect(run.patience).toBe(4); // 1 in 3,200,000
  run.end();
  expect(run.patience).toBe(1);
});
