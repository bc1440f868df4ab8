import fc from "fast-check";
import { expect, test } from "vitest";
import { type Decision, type Outcome, recut } from "../../src/problem/outcome.ts";
import { noMoments, SharedMoments } from "../../src/statistics/shared-moments.ts";

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

test("an abort before the cutoff informs the cutoffs it outlived", () => {
  const shared = new SharedMoments(Float64Array.from(cutoffs));
  expect(shared.observe({ arm: 0, cutoff: 9 }, { kind: "censored", time: 2.5 })).toBe(2);
  expect(shared.observe({ arm: 0, cutoff: 9 }, { kind: "censored", time: 0.5 })).toBe(0);
});

test("merging equals observing all", () => {
  fc.assert(
    fc.property(fc.array(trial, { maxLength: 30 }), fc.array(trial, { maxLength: 30 }), (a, b) => {
      const of = (list: readonly [Decision, Outcome][]) => {
        const shared = new SharedMoments(Float64Array.from(cutoffs));
        for (const [decision, outcome] of list) shared.observe(decision, outcome);
        return shared;
      };
      const merged = of(a);
      merged.merge(of(b));
      const whole = of([...a, ...b]);
      merged.rows.forEach((value, place) => {
        expect(value).toBeCloseTo(whole.rows[place], 8);
      });
    }),
  );
});

test("a random reset adds its own variance to that of the cut trials", () => {
  const shared = new SharedMoments(Float64Array.from([1]));
  for (let i = 0; i < 10; i++) shared.observe({ arm: 0, cutoff: 1 }, { kind: "censored", time: 1 });
  const read = blank();
  shared.read(0, 1.5, 0.25, read);
  expect([read.meanUsage, read.varianceUsage]).toEqual([1.5, 0.25]);
});
