import { expect, test } from "vitest";
import { LoadSlope } from "../../../src/runtime/learning/learned-arm.ts";

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
