import fc from "fast-check";
import { expect, test } from "vitest";
import { analyse } from "../../src/analysis/analyse.ts";
import type { LoggedRun } from "../../src/analysis/sample.ts";
import { constantResetting, noResetting, proportionalResetting } from "../../src/problem/index.ts";
import { runsOf } from "./runs-of.ts";

const run = (time: number, completed = true, reward = 1): LoggedRun => ({
  arm: "a",
  time,
  completed,
  reward: completed ? reward : 0,
});
const many = (count: number, row: LoggedRun) => Array.from({ length: count }, () => row);
const cutAt = (limit: number, rows: readonly LoggedRun[]) =>
  rows.map((row) => (row.time <= limit ? row : run(limit, false)));

test.each([
  ["one run", [run(3)]],
  ["two runs", [run(3), run(4)]],
  ["one that was cut", [run(3, false)]],
  ["none that ended", many(300, run(3, false))],
  ["none that paid", runsOf("pareto(scale=1,shape=1.2)", 300, 1).map((row) => ({ ...row, reward: 0 }))],
])("%s: unclear, and every number is one", (_, rows) => {
  const { restart, bestRate, rateWithoutCutoff, gain, moreRuns } = analyse("a", rows);
  expect(restart).toBe("unclear");
  const known = rows.some((row) => row.completed);
  expect([bestRate, gain.estimate, gain.low, moreRuns].every(Number.isFinite)).toBe(true);
  expect(rateWithoutCutoff).toEqual(known ? expect.any(Number) : null);
  expect(gain.low).toBeLessThanOrEqual(1);
  expect(gain.high).toBeGreaterThanOrEqual(1);
});

test("runs that all take the same time: no, and exactly so", () => {
  const { restart, gain, bestCutoff, rateWithoutCutoff } = analyse("a", many(300, run(5)));
  expect({ restart, gain, bestCutoff }).toEqual({
    restart: "no",
    gain: { estimate: 1, low: 1, high: 1 },
    bestCutoff: Infinity,
  });
  expect(rateWithoutCutoff).toBeCloseTo(0.2, 12);
});

test("runs that fail early do not make a cutoff worthwhile: no, if enough others take one time", () => {
  const failed = many(20, run(0.01, true, 0));
  expect(analyse("a", [...failed, ...many(20, run(0.3))])).toMatchObject({
    restart: "no",
    gain: { estimate: 1, low: 1, high: 1 },
    bestCutoff: Infinity,
  });
  expect(analyse("a", [...failed, ...many(19, run(0.3))]).restart).toBe("unclear");
  expect(analyse("a", [...many(20, run(0.01, false)), ...many(20, run(0.3))]).restart).toBe("unclear");
  // A cutoff of 0.01 would get three times as much done.
  expect(analyse("a", [run(0.01), ...many(99, run(0.03, true, 0))]).restart).toBe("unclear");
});

test("two times, one in twenty hangs: cut after the short one", () => {
  const rows = Array.from({ length: 300 }, (_, i) => run(i % 20 === 0 ? 100 : 1));
  const { restart, bestCutoff, gain } = analyse("a", rows);
  expect([restart, bestCutoff]).toEqual(["yes", 1]);
  // r(1) = 0.95, r(∞) = 1/5.95.
  expect(gain.low).toBeLessThan(0.95 * 5.95);
  expect(gain.high).toBeGreaterThan(0.95 * 5.95);
});

test("eight of fifty fast, the others a hundred times slower: too few to choose from, but not a no", () => {
  const rows = Array.from({ length: 50 }, (_, i) => run(i < 8 ? 8 + i / 2 : 900 + 5 * i));
  const { restart, gain } = analyse("a", rows);
  expect(restart).toBe("unclear");
  // Cut at 11.5: eight of fifty for 9.75 each, and 42 × 11.5. Without: 50 for 8 × 9.75 + 42 × 1,042.5.
  expect(gain.high).toBeGreaterThan((8 / (8 * 9.75 + 42 * 11.5)) * ((8 * 9.75 + 42 * 1_042.5) / 50));
});

test("a fast run that crashed is no fast run: it does not hide a no", () => {
  const slow = runsOf("uniform(low=900,high=1100)", 300, 3);
  const withFast = (reward: number) =>
    slow.flatMap((row, i) => (i % 75 === 0 ? [run(10, true, reward), row] : [row]));
  expect(analyse("a", withFast(0)).restart).toBe("no");
  // By hand: four of 304 within 10, up to two standard errors of log(4/304), √(300/304/4), and less those of the mean time.
  const paid = analyse("a", withFast(1));
  const mean = (40 + slow.reduce((sum, { time }) => sum + time, 0)) / 304;
  expect(paid.restart).toBe("unclear");
  expect(paid.gain.high / ((4 / 3_040) * mean * Math.exp(Math.sqrt(300 / 304)))).toBeCloseTo(1, 1);
});

test("a tenth of the runs at twice the time of the others: no", () => {
  for (const size of [50, 100, 200, 500]) {
    const rows = Array.from({ length: size }, (_, i) => run((i % 10 === 0 ? 2 : 1) * (1 + (i % 7) / 100)));
    expect(analyse("a", rows).restart).toBe("no");
  }
});

test("exponential times by a coarse clock, a fifth of them 0: not a yes", () => {
  for (let seed = 0; seed < 5; seed++) {
    const rows = runsOf("exponential(mean=5)", 200, seed).map((row) => run(Math.floor(row.time)));
    expect(analyse("a", rows)).toMatchObject({ restart: "unclear", gain: { high: Infinity } });
  }
});

test("runs cut at one time are judged against that time, since what waiting brings is not known", () => {
  const light = analyse("a", cutAt(1, runsOf("exponential(mean=1)", 300, 1)));
  expect(light).toMatchObject({ restart: "no", bestCutoff: 1, rateWithoutCutoff: null });
  expect(light.gain).toEqual(light.timeout?.gain);
  expect(light.unfinished).toBeCloseTo(light.censored / 300, 9);
  const heavy = analyse("a", cutAt(30, runsOf("lognormal(median=1,sigma=2)", 300, 1)));
  expect(heavy).toMatchObject({ restart: "yes", rateWithoutCutoff: null });
  expect(heavy.gain.high).toBeLessThan(Infinity);
  expect(heavy.gain.low).toBeLessThan(10.25); // the true gain over waiting
});

test("runs cut here and there do not hide a flat law: a third of them, and still no", () => {
  const cuts = runsOf("exponential(mean=2)", 1_000, 7).map(({ time }) => time);
  const rows = runsOf("uniform(low=0,high=1)", 1_000, 8).map((row, i) =>
    row.time <= cuts[i] ? row : run(cuts[i], false),
  );
  expect(analyse("a", rows)).toMatchObject({ restart: "no", bestCutoff: Infinity });
});

test("a gain that nobody would notice is a no, however sure", () => {
  // 1 in 1,000 takes 11 instead of 1: r(1) = 0.999, r(∞) = 1/1.01, a gain of 0.9%.
  const rows = Array.from({ length: 20_000 }, (_, i) => run(i % 1_000 === 0 ? 11 : 1 + (i % 7) * 1e-6));
  const { restart, gain } = analyse("a", rows);
  expect(gain.high).toBeLessThan(1.02);
  expect(restart).toBe("no");
});

test("many runs that took no time: unclear, since a finer clock might show a gain; a few do no harm", () => {
  for (const rows of [[...many(50, run(0)), ...many(50, run(100))], many(50, run(0))]) {
    const { restart, gain, instant, curve } = analyse("a", rows);
    expect(restart).toBe("unclear");
    expect(gain.high).toBe(Infinity);
    expect(instant).toBe(rows.filter(({ time }) => time === 0).length / rows.length);
    expect(curve.every(({ rate, low, high }) => [rate, low, high].every(Number.isFinite))).toBe(true);
  }
  const heavy = runsOf("pareto(scale=1,shape=1.2)", 300, 1);
  expect(analyse("a", [run(0), ...heavy])).toMatchObject({ restart: "yes", instant: 0 });
});

test("a few fast runs where all others take the same time: a gain if they are enough, else unclear, never a no", () => {
  const fast = (count: number) => analyse("a", [...many(count, run(1)), ...many(100 - count, run(100))]);
  // By hand: r(1) = 0.19, r(∞) = 1/(0.19 + 81).
  expect(fast(19)).toMatchObject({ restart: "yes", bestCutoff: 1, bestRate: expect.closeTo(0.19, 9) });
  expect(fast(19).gain.high).toBeGreaterThan(0.19 * 81.19);
  for (const count of [2, 5, 9]) expect(fast(count).restart).toBe("unclear");
  expect(fast(0).restart).toBe("no");
});

/** The number that lies `steps` places above this one among the numbers that a double can hold. */
function ulpsAbove(value: number, steps: number): number {
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  return new Float64Array(BigInt64Array.of(bits[0] + BigInt(steps)).buffer)[0];
}

/** Times around one or two magnitudes, each a few representable numbers away from it: sums and products round differently. */
const magnitude = fc.oneof(
  fc.constantFrom(0.1, 0.3, 1, 3.1, 60, 123.456),
  fc.double({ min: -280, max: 280, noNaN: true }).map((power) => 10 ** power),
);
const nearlyAlike = fc
  .record({
    size: fc.constantFrom(1, 2, 5, 11, 20, 45),
    magnitudes: fc.array(magnitude, { minLength: 1, maxLength: 2 }),
    spread: fc.constantFrom(0, 1, 3, 1_000),
    cut: fc.constantFrom(0, 1, 8),
    instances: fc.constantFrom(1, 3, 12),
    seed: fc.nat(),
  })
  .map(({ size, magnitudes, spread, cut, instances, seed }) => {
    // Mixed by hashes, since arrays of runs made by fast-check take most of the time of the test.
    const hash = (i: number, salt: number) =>
      Math.imul((seed + 1) ^ (i * 0x9e3779b1), 0x85ebca6b + salt) >>> 8;
    return Array.from({ length: size }, (_, i) => {
      const time = ulpsAbove(magnitudes[hash(i, 2) % magnitudes.length], hash(i, 4) % (spread + 1));
      const completed = hash(i, 6) % 10 >= cut;
      const instance = instances === 1 ? {} : { instance: `i${hash(i, 8) % instances}` };
      return { ...run(time, completed, hash(i, 10) % 8 === 0 ? 0 : 1), ...instance };
    });
  });

test("times that differ by rounding only, alone or in two groups, of any magnitude, cut or not: always a verdict", () => {
  const resettings = fc.constantFrom(noResetting, constantResetting(0.1), proportionalResetting(0.1));
  const next = fc.constantFrom("same" as const, "another" as const);
  fc.assert(
    fc.property(nearlyAlike, resettings, next, (rows, resetting, next) => {
      const { restart, gain, moreRuns, bestCutoff, curve, line } = analyse("a", rows, { resetting, next });
      expect(["yes", "no", "unclear"]).toContain(restart);
      expect([gain.estimate, gain.low, moreRuns].every(Number.isFinite)).toBe(true);
      expect(gain.low).toBeLessThanOrEqual(gain.estimate);
      expect(gain.estimate).toBeLessThanOrEqual(gain.high);
      expect(bestCutoff).toBeGreaterThan(0);
      for (const points of [curve, line]) {
        points.forEach(({ cutoff, rate }, i) => {
          expect(cutoff).toBeGreaterThan(i === 0 ? 0 : points[i - 1].cutoff);
          expect(rate).toBeGreaterThanOrEqual(0);
        });
      }
    }),
    { numRuns: 60, seed: 42 },
  );
});

test("runs that earned nothing, some in no time: every number of the curve is one", () => {
  for (const { rate, low, high } of analyse("a", [run(0.1, true, 0), run(0, true, 0)]).line) {
    expect([rate, low, high]).toEqual([0, 0, 0]);
  }
});

test.each([
  ["0.3 and the next number", [0.3, ulpsAbove(0.3, 1), 0.3, 0.3, ulpsAbove(0.3, 1)].map((time) => run(time))],
  // The mean of ten times 0.1, as sums have it, and a run that was cut at 0.1 itself.
  ["ten means of 0.1, and one cut", [...many(10, run(0.09999999999999999)), run(0.1, false)]],
])("%s: too few runs, but a curve", (_, rows) => {
  const { reason, curve, line } = analyse("a", rows);
  expect(reason).toBe("few-runs");
  expect(line.length).toBeGreaterThanOrEqual(curve.length);
});
