import { expect, test } from "vitest";
import { latticeCell, latticeEdge } from "../../../src/problem/lattice.ts";
import { stream } from "../../../src/random/stream.ts";
import { AttemptTimes } from "../../../src/runtime/learning/attempt-times.ts";
import {
  bestWaiting,
  hazardsOf,
  noHazards,
  type Prices,
  type Waiting,
} from "../../../src/runtime/learning/waiting.ts";

function waiting(times: AttemptTimes, prices: Partial<Prices> & { cut: number }): Waiting {
  const hazards = noHazards();
  hazardsOf(times, 1, undefined, hazards);
  const empty = { cutoffMs: 0, cost: 0, variance: 0, lasts: 0 };
  const into = { ...empty };
  bestWaiting(hazards, { rejection: 0, maxCutoffMs: 120_000, ...prices }, into, { ...empty });
  return into;
}

function ended(...times: number[]): AttemptTimes {
  const seen = new AttemptTimes();
  for (const time of times) seen.addEnd(time, true, 1);
  return seen;
}

test("where nothing was seen, an attempt waits for five times the price of a cut", () => {
  expect(waiting(new AttemptTimes(), { cut: 100 })).toMatchObject({ cutoffMs: 500, cost: 100, lasts: 1 });
  expect(waiting(new AttemptTimes(), { cut: 100, maxCutoffMs: 300 }).cutoffMs).toBe(300);
});

test("what always takes 100 ms costs 100 ms, and is not cut before five times the price", () => {
  const { cost, cutoffMs, lasts } = waiting(ended(...Array(1_000).fill(100)), { cut: 120 });
  // A half of one attempt in a thousand may last longer: believed beforehand.
  expect(cost).toBeGreaterThan(100 * (1 - 0.001));
  expect(cost).toBeLessThan(100.3);
  expect(cutoffMs).toBe(600);
  // (edge of its cell ÷ 600)² of 0.5·2^(−2/3) in 1,000.5.
  const edge = latticeEdge(latticeCell(100));
  expect(lasts).toBeCloseTo(((0.5 * 2 ** (-2 / 3)) / 1_000.5) * (edge / 600) ** 2, 10);
});

test("of two kinds the slow one is cut soon after it shows: nine in ten take 10 ms, one 1,000", () => {
  const times = ended(...Array(90).fill(10), ...Array(10).fill(1_000));
  const { cutoffMs, cost, lasts } = waiting(times, { cut: 20 });
  // Two cells later than at once: ten seen to last longer are little evidence, and to wait so long costs little.
  expect(cutoffMs).toBe(16);
  expect(lasts).toBeCloseTo(0.1, 1);
  // 0.9·10 + 0.1·(16 + 20), and a little from what is believed beforehand.
  expect(cost).toBeCloseTo(0.9 * 10 + 0.1 * (16 + 20), 0);
});

test("without a gain nothing is cut: exponential times, whose rest is as long as the whole", () => {
  let inside = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const random = stream(seed, "waiting");
    const sample = Array.from({ length: 250 }, () => -100 * Math.log(1 - random.uniform()));
    if (waiting(ended(...sample), { cut: 120 }).cutoffMs < Math.max(...sample)) inside += 1;
  }
  // By chance some samples have a tail that is worth a cut: 4 of these 200.
  expect(inside).toBeLessThanOrEqual(10);
});

test("one that was given up counts as long as it was seen: product-limit, by hand", () => {
  const times = ended(10, 10, 10);
  times.addLeft(20.2, 1); // outlives the cell that ends at 20.16
  times.addEnd(40, true, 1);
  const hazards = noHazards();
  hazardsOf(times, 1, undefined, hazards);
  const at = (time: number) => latticeCell(time) - hazards.first;
  const believed = 0.5 * (1 - 2 ** (-2 / 3));
  expect(hazards.evidence[at(10)]).toBe(5);
  expect(hazards.ends[at(10)]).toBeCloseTo((3 + believed) / 5.5, 12);
  expect(hazards.evidence[at(20)]).toBe(2);
  expect(hazards.ends[at(20)]).toBeCloseTo(believed / 2.5, 12);
  expect(hazards.evidence[at(40)]).toBe(1);
  expect(hazards.ends[at(40)]).toBeCloseTo((1 + believed) / 1.5, 12);
});

test("a later attempt is believed to be like the earlier ones, until two of its own say otherwise", () => {
  const first = noHazards();
  hazardsOf(ended(...Array(100).fill(10)), 1, undefined, first);
  const later = noHazards();
  const second = new AttemptTimes();
  hazardsOf(second, 1, first, later);
  expect(later.ends).toEqual(first.ends);
  second.addLeft(100, 1);
  second.addLeft(100, 1);
  hazardsOf(second, 1, first, later);
  // Two of two believed and two seen; both were seen to last longer.
  expect(later.ends[0]).toBeCloseTo((2 * first.ends[0]) / 4, 12);
});

test("rejections cost what they are said to", () => {
  const times = new AttemptTimes();
  for (let i = 0; i < 900; i++) times.addEnd(2, false, 1);
  for (let i = 0; i < 100; i++) times.addEnd(2, true, 1);
  expect(waiting(times, { cut: 100, rejection: 50 }).cost).toBeCloseTo(2 + 0.9 * 50, 0);
});
