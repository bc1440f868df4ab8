import { expect, test } from "vitest";
import { latticeCell, latticeEdge } from "../../../src/problem/lattice.ts";
import { stream } from "../../../src/random/stream.ts";
import {
  achievableCost,
  bestTail,
  type CutoffPlan,
  earliestHedge,
  type Prices,
  planCutoff,
  steadyCost,
} from "../../../src/runtime/learning/best-cutoff.ts";
import {
  AttemptTimes,
  compareEnds,
  hazardsOf,
  likeness,
  noHazards,
  survival,
} from "../../../src/runtime/learning/hazards.ts";

function hazardsFrom(times: AttemptTimes) {
  const hazards = noHazards();
  hazardsOf(times, 1, undefined, 0, hazards);
  return hazards;
}

const empty = { cutoffMs: 0, cost: 0, variance: 0, lasts: 0, gain: 1 };

function pricesOf({ cut, ...given }: Partial<Prices> & { cut: number }): Prices {
  return { cut, rejection: 0, end: 0, limitMs: 120_000, atLimit: cut, alike: 1, ...given };
}

function waiting(
  times: AttemptTimes,
  given: Partial<Prices> & { cut: number },
): CutoffPlan & { uncut: number } {
  const into = { ...empty, uncut: 0, lateMs: 0 };
  planCutoff(hazardsFrom(times), pricesOf(given), into, { ...empty });
  return into;
}

function ended(...times: number[]): AttemptTimes {
  const seen = new AttemptTimes(Infinity);
  for (const time of times) seen.addEnd(time, true, 1);
  return seen;
}

test("where nothing was seen, an attempt waits for five times the price of a cut", () => {
  expect(waiting(new AttemptTimes(Infinity), { cut: 100 })).toMatchObject({
    cutoffMs: 500,
    cost: 100,
    lasts: 1,
  });
  expect(waiting(new AttemptTimes(Infinity), { cut: 100, limitMs: 300 }).cutoffMs).toBe(300);
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
  // At the end of their cell: to wait for the end costs fifty times as much as a cut.
  expect(cutoffMs).toBe(latticeEdge(latticeCell(10)));
  expect(lasts).toBeCloseTo(0.1, 1);
  // 0.9·10 + 0.1·(10.1 + 20), and a little from what is believed beforehand.
  expect(cost).toBeCloseTo(0.9 * 10 + 0.1 * (10.1 + 20), 0);
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
  times.addStopped(20.2, 1); // outlives the cell that ends at 20.16
  times.addEnd(40, true, 1);
  const hazards = hazardsFrom(times);
  const at = (time: number) => latticeCell(time) - hazards.first;
  const believed = 0.5 * (1 - 2 ** (-2 / 3));
  expect(hazards.evidence[at(10)]).toBe(5);
  expect(hazards.ends[at(10)]).toBeCloseTo((3 + believed) / 5.5, 12);
  expect(hazards.evidence[at(20)]).toBe(2);
  expect(hazards.ends[at(20)]).toBeCloseTo(believed / 2.5, 12);
  expect(hazards.evidence[at(40)]).toBe(1);
  expect(hazards.ends[at(40)]).toBeCloseTo((1 + believed) / 1.5, 12);
});

test("times of another are added at a part of their weight, in the cells that they passed as well", () => {
  const times = ended(10);
  times.add(ended(1_000, 1_000), 0.25);
  expect([times.risk(0), times.risk(times.cells - 1)]).toEqual([1.5, 0.5]);
});

test("a later attempt is believed to be like twenty earlier ones, but for no more than were seen", () => {
  const first = hazardsFrom(ended(...Array(100).fill(10)));
  const later = noHazards();
  const second = new AttemptTimes(Infinity);
  hazardsOf(second, 1, first, 1, later);
  expect(later.ends).toEqual(first.ends);
  second.addStopped(100, 1);
  second.addStopped(100, 1);
  hazardsOf(second, 1, first, 1, later);
  // Twenty and a half are believed and two were seen, which lasted longer.
  expect(later.ends[0]).toBeCloseTo((20.5 * first.ends[0]) / 22.5, 12);
  // Where slowness comes with the input, the earlier ones are no guide.
  hazardsOf(second, 1, first, 0, later);
  expect(later.ends[0]).toBeCloseTo((0.5 * first.ends[0]) / 2.5, 12);
  const [few, fromFew] = [hazardsFrom(ended(10, 10, 10)), noHazards()];
  hazardsOf(second, 1, few, 1, fromFew);
  expect(fromFew.ends[0]).toBeCloseTo((3.5 * few.ends[0]) / 5.5, 12);
});

test("likeness: attempts after cuts that end as often as first ones are like them, twenty slow ones are not", () => {
  const first = ended(...Array(70).fill(2), ...Array(30).fill(175));
  const compared = (...later: number[]) => {
    const comparison = { ended: 0, expected: 0, first: 0 };
    const left = new AttemptTimes(Infinity);
    for (const time of later) left.addEnd(time, true, 1);
    compareEnds(first, [left], 1, hazardsFrom(first), comparison);
    return comparison;
  };
  expect(likeness(compared(...Array(7).fill(2), ...Array(3).fill(175)))).toBeGreaterThan(0.9);
  const slow = compared(...Array(20).fill(175));
  // Of twenty, 14 would have ended at once, and the rest at 175 ms as they did.
  expect(slow.expected).toBeGreaterThan(20 * 0.69);
  expect(likeness(slow)).toBeGreaterThan(0.2); // they all ended in the end
  const cutAgain = { ended: 0, expected: 14, first: 100 };
  // 14/√(14 + 1.96) = 3.5 standard deviations, 1.5 of which are chance.
  expect(likeness(cutAgain)).toBeCloseTo(Math.exp((1.5 ** 2 - 14 ** 2 / (14 + 1.96)) / 2), 12);
  expect(likeness({ ended: 0, expected: 0, first: 0 })).toBe(1);
});

test("the survival curve is read cell by cell, and past all that was seen it falls with the square", () => {
  const hazards = hazardsFrom(ended(...Array(50).fill(10), ...Array(50).fill(100)));
  expect(survival(hazards, 1)).toBe(1);
  expect(survival(hazards, 50)).toBeCloseTo(0.5, 1);
  const edge = latticeEdge(latticeCell(100));
  expect(survival(hazards, 2 * edge)).toBeCloseTo(survival(hazards, edge) / 4, 12);
});

test("the price of what follows a cut: half of the attempts take 205 ms, half hang", () => {
  const times = ended(...Array(5_000).fill(205));
  for (let i = 0; i < 5_000; i++) times.addStopped(20_000, 1);
  const extra = { cut: 0, rejection: 0, end: 0 };
  const free = steadyCost(hazardsFrom(times), extra, () => 0);
  // Cut at 256, the edge of the cell: (0.5·205 + 0.5·256)/0.5, and a standard error of 1.4% more.
  expect(free.cost).toBeCloseTo(461 / (1 - Math.SQRT2 / 100), -1);
  const charged = steadyCost(hazardsFrom(times), extra, (_, requests) => 100 * requests);
  expect(charged.cost - charged.time).toBeCloseTo(100, -1); // one extra request a call
  // Waiting for ever would cost ten seconds on average; and there is nothing to say of what was never seen.
  expect(steadyCost(hazardsFrom(ended()), extra, () => 0).cost).toBe(Infinity);
});

test("seven in ten take a second, three 10 ms: a cut pays although nothing was ever cut", () => {
  const times = ended(...Array(300).fill(10), ...Array(700).fill(1_000));
  const hazards = hazardsFrom(times);
  const { cost } = steadyCost(
    hazards,
    { cut: 0, rejection: 0, end: 0 },
    (time, requests) => 0.5 * time * requests,
  );
  // 10/0.3 = 33 ms and 2.3 requests at half of that each; a few percent more for what is not certain.
  expect(cost).toBeGreaterThan(72);
  expect(cost).toBeLessThan(90);
  const planned = waiting(times, { cut: cost });
  expect(planned.cutoffMs).toBeLessThan(13);
  expect(planned.uncut).toBeCloseTo(703, -1);
  expect(achievableCost(hazards, pricesOf({ cut: cost }), { ...empty })).toBeLessThanOrEqual(planned.cost);
});

test("a deadline is a failure: an attempt that hangs until then is cut although that costs much", () => {
  const times = ended(...Array(10).fill(205));
  for (let i = 0; i < 90; i++) times.addStopped(20_000, 1);
  const cut = 90_000;
  expect(waiting(times, { cut }).cutoffMs).toBeGreaterThan(20_000);
  expect(waiting(times, { cut, limitMs: 20_000, atLimit: 300_000 }).cutoffMs).toBeLessThan(1_000);
});

/** The same curve for first and later attempts. */
function ranks(times: readonly number[]) {
  const hazards = hazardsFrom(ended(...times));
  return [hazards, hazards, hazards];
}

test("of 95% that take 15 ms and 5% that take 500, a cut after the first makes the slowest hundredth fast", () => {
  const slow = ranks([...Array(9_500).fill(15), ...Array(500).fill(500)]);
  const { cutoffMs, p99 } = bestTail(slow, 0.2, 120_000);
  expect(cutoffMs).toBeLessThan(20);
  // Cut, and then in 95 of 100 as fast as any: within two attempts of at most 16 ms each.
  expect(p99).toBeLessThan(33);
});

test("exponential times gain nothing from cuts, and a hedge at p95 makes p99 what the formula says", () => {
  const random = stream(1, "tail");
  const sample = ranks(Array.from({ length: 50_000 }, () => -50 * Math.log(1 - random.uniform())));
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
