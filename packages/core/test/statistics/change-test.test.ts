import { expect, test } from "vitest";
import type { Outcome } from "../../src/problem/outcome.ts";
import { stream } from "../../src/random/stream.ts";
import { ChangeTest } from "../../src/statistics/change-test.ts";
import { ProductLimit } from "../../src/statistics/product-limit.ts";

const EDGES = Float64Array.from([1, 2, 4]);

/** Trials that complete at 1 with a chance, and are cut there otherwise; the trial at which a change was seen. */
function firstAlarm(chances: (trial: number) => number, trials: number, seed: number): number | undefined {
  const cells = new ProductLimit(EDGES);
  const change = new ChangeTest();
  const random = stream(seed, "trials");
  for (let n = 0; n < trials; n++) {
    const done = random.uniform() < chances(n);
    const outcome: Outcome = done ? { kind: "completed", time: 1, reward: 1 } : { kind: "censored", time: 1 };
    cells.observe(outcome);
    if (change.observe(outcome, 1, cells, 1)) return n;
  }
  return undefined;
}

test("Page's sum by hand: after 100 trials with A = 0.5, cuts add 0.25 each until log n + 7 is passed", () => {
  const cells = new ProductLimit(EDGES);
  for (let n = 0; n < 100; n++) {
    cells.observe(n % 2 === 0 ? { kind: "completed", time: 1, reward: 1 } : { kind: "censored", time: 1 });
  }
  // The curve is renewed from the same cells at each tenth: A stays 0.5, since nothing is added to them.
  const change = new ChangeTest();
  let trials = 1;
  while (!change.observe({ kind: "censored", time: 1 }, 1, cells, 1)) trials += 1;
  // 0.25·n > log n + 7 holds from n = 43 on: 10.75 > 10.7612 fails, 11 > 10.784 holds at 44.
  expect(trials).toBe(44);
});

test("none of 10 arms that never change is given up in 10,000 trials", () => {
  // By the bound a fresh seed has one alarm or more with a chance of 10·2·e^−7·log 10,000 = 17%; measured 0 of 200 with twice as many trials.
  const alarms = Array.from({ length: 10 }, (_, seed) => firstAlarm(() => 0.3, 10_000, seed));
  expect(alarms.filter((alarm) => alarm !== undefined)).toEqual([]);
});

test.each([
  ["half as often", 0.15],
  ["twice as often", 0.6],
])("rewards that come %s are noticed, in most runs within the time of 150 rewards before", (_name, after) => {
  const alarms = Array.from({ length: 10 }, (_, seed) => {
    return firstAlarm((n) => (n < 1_000 ? 0.3 : after), 4_000, seed) ?? Infinity;
  }).sort((a, b) => a - b);
  expect(alarms[0]).toBeGreaterThan(1_000);
  expect(alarms[7]).toBeLessThan(1_500);
  expect(alarms[9]).toBeLessThan(4_000);
});

test("a saved test goes on where it stood", () => {
  const cells = new ProductLimit(EDGES);
  for (let n = 0; n < 100; n++) cells.observe({ kind: "completed", time: 1 + (n % 3), reward: 1 });
  const change = new ChangeTest();
  for (let n = 0; n < 5; n++) change.observe({ kind: "censored", time: 4 }, 4, cells, 1);
  const restored = new ChangeTest(change.save());
  const alarm = (test: ChangeTest) => {
    let trials = 0;
    while (!test.observe({ kind: "censored", time: 2 }, 2, cells, 1)) trials += 1;
    return trials;
  };
  expect(alarm(restored)).toBe(alarm(change));
});

test("a curve with the cutoff ∞ is saved in finite numbers", () => {
  const cells = new ProductLimit(Float64Array.of(1, Infinity));
  const change = new ChangeTest();
  for (let n = 0; n < 100; n++) {
    const outcome: Outcome = { kind: "completed", time: 1 + (n % 3), reward: 1 };
    cells.observe(outcome);
    change.observe(outcome, Infinity, cells, 1);
  }
  expect(change.save().every(Number.isFinite)).toBe(true);
});
