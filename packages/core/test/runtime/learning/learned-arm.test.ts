import { expect, test } from "vitest";
import { SlowRun } from "../../../src/runtime/learning/call-learner.ts";
import { LearnedArm, LoadSlope, RecentCosts } from "../../../src/runtime/learning/learned-arm.ts";
import { lesson as finished } from "../learner-parts.ts";

test("an arm that is idle for ever fades to nothing, and stays a number", () => {
  const arm = new LearnedArm(200);
  arm.observe(finished);
  for (let i = 0; i < 5_000; i++) arm.fade(2); // 2^5000 is no number
  expect(arm.unit).toBeGreaterThan(0);
  expect(arm.attempts).toBe(0);
  arm.observe(finished);
  expect(arm.attempts).toBeCloseTo(1, 12);
  expect(arm.msPerSuccess).toBe(10);
});

test("times fade with the attempts that reach them, and twenty times slower with all others", () => {
  const arm = new LearnedArm(1);
  arm.observe({ ...finished, timeMs: 1_000 });
  for (let i = 0; i < 4; i++) arm.observe(finished);
  const [times] = arm.times;
  const seen = (row: number) => arm.timesUnit * times.risk(row);
  const slow = 2 ** (-1 / 20);
  // Five attempts came through the first cell: each is worth a half and a little less for each one after it.
  const kept = slow / 2;
  expect(seen(0)).toBeCloseTo(1 + kept + kept ** 2 + kept ** 3 + kept ** 4, 12);
  // One came to the last, four attempts ago.
  expect(seen(times.cells - 1)).toBeCloseTo(slow ** 4, 12);
});

test("the time of a success holds all that failed before it, and a reward may be less than one", () => {
  const arm = new LearnedArm(Infinity);
  expect(arm.msPerSuccess).toBe(Infinity);
  arm.observe({ ...finished, reward: 0 });
  arm.observe({ ...finished, reward: undefined, timeMs: 30, resettingMs: 4 } as never);
  arm.observe({ ...finished, reward: 0.5 });
  expect(arm.msPerSuccess).toBe(50);
  expect(arm.meanReward).toBe(0.5);
  expect(arm.meanResettingMs).toBe(4);
});

test("what attempts cost beyond their time is kept for those that ended and those that were cut", () => {
  const arm = new LearnedArm(Infinity);
  expect([arm.meanEndCostMs, arm.meanStopCostMs]).toEqual([0, 0]);
  arm.observe({ ...finished, costMs: 30 });
  arm.observe({ ...finished, costMs: 50 });
  // Until one was cut, a cut is taken to cost as much.
  expect([arm.meanEndCostMs, arm.meanStopCostMs]).toEqual([40, 40]);
  arm.observe({ ...finished, reward: undefined, costMs: 5 });
  expect(arm.meanStopCostMs).toBe(5);
  // 30 ms of time and 85 of costs for two successes.
  expect(arm.costPerSuccess).toBe(57.5);
});

test("of the last five costs the least counts, until fifty attempts were made elsewhere", () => {
  const recent = new RecentCosts();
  for (const cost of [7, 1, 5, 3]) recent.add(cost);
  expect(recent.least).toBe(0); // too few
  recent.add(9);
  expect(recent.least).toBe(1);
  recent.add(100);
  recent.add(100);
  expect(recent.least).toBe(3);
  for (let i = 0; i < 50; i++) recent.pass();
  expect(recent.least).toBe(3);
  recent.pass();
  expect(recent.least).toBe(0);
  recent.add(8);
  expect(recent.least).toBe(3);
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

test("before anything is seen a server has four workers: each attempt under way adds a quarter", () => {
  expect(new LoadSlope().extraMs(8, 20, 1)).toBe(40);
});

test("a line is found, and what is believed beforehand counts as ten squared differences", () => {
  const slope = new LoadSlope();
  // 10 + 3n for n from 0 to 4, forty times each: squares 40·10 = 400.
  for (let i = 0; i < 200; i++) slope.observe(i % 5, 10 + 3 * (i % 5), 1);
  const found = (3 * 400 + 10 * 4) / (400 + 10);
  expect(slope.extraMs(4, 16, 1)).toBeCloseTo(found * (4 - 2), 10);
  expect(slope.extraMs(2, 16, 1)).toBeCloseTo(0, 10);
});

test("where load changes nothing it hardly counts, but beyond all that was seen it is believed again", () => {
  const slope = new LoadSlope();
  for (let i = 0; i < 1_000; i++) slope.observe(i % 5, 20, 1);
  expect(slope.extraMs(4, 20, 1)).toBeLessThan(0.1);
  // Seen: 2 ± 3·√2, and one more; 50 − 7.24 of them at 5 ms each.
  expect(slope.extraMs(50, 20, 1)).toBeCloseTo(5 * (50 - 2 - 3 * Math.SQRT2 - 1), 0);
});
