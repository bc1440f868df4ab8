import { expect, test } from "vitest";
import { analyse } from "../../src/analysis/analyse.ts";

const run = (time: number, completed = true) => ({ arm: "a", time, completed, reward: completed ? 1 : 0 });

test("between completions the line falls as the rate does, by hand", () => {
  // Half end at 2, half at 40: from 2 to 40, r(t) = ½/(2 + ½·(t − 2)); at 10, 1/12.
  const rows = [...Array.from({ length: 50 }, () => run(2)), ...Array.from({ length: 50 }, () => run(40))];
  const { line, curve } = analyse("a", rows);
  expect(curve).toHaveLength(2);
  for (const { cutoff, rate } of line.filter((point) => point.cutoff < 40)) {
    expect(rate).toBeCloseTo(0.5 / (2 + 0.5 * (cutoff - 2)), 9);
  }
  const near = line.find(({ cutoff }) => cutoff > 10)!;
  const before = line.findLast(({ cutoff }) => cutoff <= 10)!;
  expect([before.rate, near.rate].map((rate) => Math.abs(rate - 1 / 12) < 0.003)).toEqual([true, true]);
  // Right before the next completion it is lowest, and then it jumps.
  expect(line.at(-2)!.rate).toBeCloseTo(0.5 / 21, 6);
  expect(line.at(-1)!.rate).toBeCloseTo(1 / 21, 9);
  expect(line.every(({ low, rate, high }) => low <= rate && rate <= high)).toBe(true);
});

test("the line goes on to the longest time that was watched", () => {
  const rows = [
    ...Array.from({ length: 30 }, (_, i) => run(1 + i / 30)),
    ...Array.from({ length: 30 }, () => run(9, false)),
  ];
  expect(analyse("a", rows).line.at(-1)!.cutoff).toBe(9);
});
