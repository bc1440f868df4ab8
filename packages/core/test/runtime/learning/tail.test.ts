import { expect, test } from "vitest";
import { stream } from "../../../src/random/stream.ts";
import { bestTail, earliestHedge } from "../../../src/runtime/learning/best-cutoff.ts";
import { AttemptTimes, hazardsOf, noHazards } from "../../../src/runtime/learning/hazards.ts";

/** The same curve for first and later attempts. */
function ranks(times: readonly number[]) {
  const seen = new AttemptTimes(Infinity);
  for (const time of times) seen.addEnd(time, true, 1);
  const hazards = noHazards();
  hazardsOf(seen, 1, undefined, 0, hazards);
  return [hazards, hazards, hazards];
}

const exponential = (mean: number, count: number) => {
  const random = stream(1, "tail");
  return Array.from({ length: count }, () => -mean * Math.log(1 - random.uniform()));
};

test("of 95% that take 15 ms and 5% that take 500, a cut after the first makes the slowest hundredth fast", () => {
  const slow = ranks([...Array(9_500).fill(15), ...Array(500).fill(500)]);
  const { cutoffMs, p99 } = bestTail(slow, 0.2, 120_000);
  expect(cutoffMs).toBeLessThan(20);
  // Cut, and then in 95 of 100 as fast as any: within two attempts of at most 16 ms each.
  expect(p99).toBeLessThan(33);
});

test("exponential times gain nothing from cuts, and a hedge at p95 makes p99 what the formula says", () => {
  const sample = ranks(exponential(50, 200_000));
  // p99 = 50·log 100 = 230 ms; no cut is 5% better.
  const cut = bestTail(sample, 0.2, 120_000);
  expect(cut.cutoffMs).toBe(Infinity);
  expect(cut.p99 / 230.3).toBeCloseTo(1, 1);
  const hedge = earliestHedge(sample, 0.05);
  expect(hedge.cutoffMs / (50 * Math.log(20))).toBeCloseTo(1, 1);
  // S(x)·S(x − h) = 0.01 for x = (h + 50·log 100)/2 = 190 ms.
  expect(hedge.p99 / 190).toBeCloseTo(1, 1);
});

test("a cut that needs more requests than the load allows is not made, nor a hedge from a few attempts", () => {
  const half = ranks([...Array(500).fill(10), ...Array(500).fill(1_000)]);
  expect(bestTail(half, 0.2, 120_000).cutoffMs).toBe(Infinity);
  expect(bestTail(half, 2, 120_000).cutoffMs).toBeLessThan(13);
  expect(earliestHedge(ranks([10, 10, 10]), 0.1).cutoffMs).toBe(Infinity);
  expect(earliestHedge(half, 0).cutoffMs).toBe(Infinity);
});
