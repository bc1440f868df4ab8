import fc from "fast-check";
import { expect, test } from "vitest";
import { type Decision, type Outcome, recut } from "../../src/problem/outcome.ts";
import { Moments, noMoments, SharedMoments } from "../../src/statistics/moments.ts";

const of = (values: readonly number[]) => {
  const moments = new Moments();
  for (const value of values) moments.add(value);
  return moments;
};
const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { maxLength: 40 });

test("eqn:emp-mean, eqn:emp-var: mean and variance of 2, 4, 4, 4, 5, 5, 7, 9 are 5 and 4", () => {
  const moments = of([2, 4, 4, 4, 5, 5, 7, 9]);
  expect(moments.mean).toBe(5);
  expect(moments.variance).toBe(4);
});

test("a variance of 22.5 survives an offset of 10⁹, where a difference of squares gives garbage", () => {
  const data = [4, 7, 13, 16].map((x) => x + 1e9);
  expect(of(data).variance).toBeCloseTo(22.5, 6);
  const naive = data.reduce((s, x) => s + x * x, 0) / 4 - (data.reduce((s, x) => s + x, 0) / 4) ** 2;
  expect(Math.abs(naive - 22.5)).toBeGreaterThan(1);
});

test("merging two streams equals one stream, in either order", () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const whole = of([...a, ...b]);
      const forward = of(a);
      forward.merge(of(b));
      const backward = of(b);
      backward.merge(of(a));
      for (const merged of [forward, backward]) {
        expect(merged.count).toBe(whole.count);
        expect(merged.mean).toBeCloseTo(whole.mean, 8);
        expect(merged.variance).toBeCloseTo(whole.variance, 6);
      }
    }),
  );
});

const cutoffs = [1, 2, 5, 9];
const blank = noMoments;
const trial = fc
  .tuple(
    fc.integer({ min: 0, max: 3 }),
    fc.double({ min: 0.01, max: 15, noNaN: true }),
    fc.constantFrom(0, 0.3, 1),
  )
  .map(([level, completion, reward]): [Decision, Outcome] => {
    const cutoff = cutoffs[level];
    const outcome: Outcome =
      completion <= cutoff
        ? { kind: "completed", time: completion, reward }
        : { kind: "censored", time: cutoff };
    return [{ arm: 0, cutoff }, outcome];
  });

test("sharing gives each cutoff the moments of all trials at it or longer, recut (E7)", () => {
  fc.assert(
    fc.property(
      fc.array(trial, { maxLength: 40 }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      (trials, reset) => {
        const shared = new SharedMoments(Float64Array.from(cutoffs));
        for (const [decision, outcome] of trials) shared.observe(decision, outcome);
        cutoffs.forEach((cutoff, place) => {
          const seen = trials
            .filter(([decision]) => decision.cutoff >= cutoff)
            .map(([, outcome]) =>
              recut(outcome, Math.min(cutoff, outcome.kind === "censored" ? outcome.time : cutoff)),
            );
          const usages = seen.map((o) => (o.kind === "completed" ? o.time : cutoff + reset));
          const rewards = seen.map((o) => (o.kind === "completed" ? o.reward : 0));
          const read = blank();
          shared.read(place, cutoff + reset, 0, read);
          expect(read.count).toBe(seen.length);
          if (seen.length === 0) return;
          const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
          const variance = (list: number[]) => mean(list.map((x) => (x - mean(list)) ** 2));
          expect(read.meanUsage).toBeCloseTo(mean(usages), 9);
          expect(read.varianceUsage).toBeCloseTo(variance(usages), 8);
          expect(read.meanReward).toBeCloseTo(mean(rewards), 9);
          expect(read.varianceReward).toBeCloseTo(variance(rewards), 9);
        });
      },
    ),
  );
});

test("without sharing a trial informs its own cutoff only", () => {
  const alone = new SharedMoments(Float64Array.from(cutoffs));
  expect(alone.observeAlone({ arm: 0, cutoff: 5 }, { kind: "censored", time: 5 })).toBe(3);
  const counts = cutoffs.map((_, place) => {
    const read = blank();
    alone.read(place, 1, 0, read);
    return read.count;
  });
  expect(counts).toEqual([0, 0, 1, 0]);
});

test("a random reset adds its own variance to that of the cut trials", () => {
  const shared = new SharedMoments(Float64Array.from([1]));
  for (let i = 0; i < 10; i++) shared.observe({ arm: 0, cutoff: 1 }, { kind: "censored", time: 1 });
  const read = blank();
  shared.read(0, 1.5, 0.25, read);
  expect([read.meanUsage, read.varianceUsage]).toEqual([1.5, 0.25]);
});
