import { describe, expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import { Health } from "../../src/runtime/health.ts";
import { LoadBudget } from "../../src/runtime/load-budget.ts";

describe("the budget", () => {
  const taken = (budget: LoadBudget, now: number, outage = false) => {
    let count = 0;
    while (count < 10_000 && budget.take(now, outage)) count += 1;
    return count;
  };

  test("allows a share of the calls and a reserve of twenty; half the share and no reserve in an outage", () => {
    const called = (share: number) => {
      const budget = new LoadBudget(share);
      for (let i = 0; i < 1_000; i++) budget.countCall(0);
      return budget;
    };
    expect(taken(called(0.2), 0)).toBe(220);
    expect(taken(called(0.2), 0, true)).toBe(100);
    expect(taken(new LoadBudget(0.2), 0)).toBe(20);
    expect(taken(called(0), 0)).toBe(0);
    expect(taken(called(Infinity), 0)).toBe(10_000);
  });

  test("remembers for five seconds: what was saved up and what was spent fade alike", () => {
    const budget = new LoadBudget(0.2);
    for (let i = 0; i < 1_000; i++) budget.countCall(0);
    // Of 1,000 calls 1,000/e are left after five seconds.
    expect(taken(budget, 5_000)).toBe(Math.floor(200 / Math.E + 20));
    // What was spent has faded to 1/e too: as much again, but for what was left.
    expect(taken(budget, 10_000)).toBeGreaterThan(20 + 200 / Math.E ** 2 - 93 / Math.E - 1);
  });

  test("over a long time the share is kept, whatever is asked for", () => {
    const budget = new LoadBudget(0.2);
    let extra = 0;
    for (let call = 0; call < 30_000; call++) {
      budget.countCall(10 * call);
      extra += taken(budget, 10 * call);
    }
    // A fifth, twenty at once, and twenty in five seconds: of 300 s.
    expect(extra / 30_000).toBeLessThan(0.2 + (20 + 20 * 60) / 30_000 + 0.001);
  });
});

describe("health", () => {
  test("ten failures in a row of attempts that began after the last success are an outage", () => {
    const health = new Health(2);
    health.ended(0, true, 0, 10);
    for (let i = 0; i < 50; i++) health.ended(0, false, 5, 20 + i); // begun before the success
    expect(health.outage).toBe(false);
    for (let i = 0; i < 9; i++) health.ended(i % 2, false, 100, 110);
    expect(health.outage).toBe(false);
    health.ended(0, false, 100, 110);
    expect(health.outage).toBe(true);
    health.ended(1, true, 120, 130);
    expect(health.outage).toBe(false);
  });

  test("the pause is half as long as the outage has lasted, from 50 ms to 5 s, give or take a half", () => {
    const health = new Health(1);
    for (let i = 0; i < 10; i++) health.ended(0, false, 0, 1_000);
    const random = stream(1, "pause");
    const pauses = (now: number) => Array.from({ length: 1_000 }, () => health.pauseMs(now, random));
    for (const [now, mean] of [
      [1_000, 50],
      [3_000, 1_000],
      [100_000, 5_000],
    ]) {
      expect(Math.min(...pauses(now))).toBeGreaterThanOrEqual(mean / 2);
      expect(Math.max(...pauses(now))).toBeLessThanOrEqual(1.5 * mean);
    }
  });

  test("out is only an arm that never answered, while another did", () => {
    const health = new Health(2);
    health.ended(0, false, 0, 10);
    expect(health.isOut(0)).toBe(false);
    health.ended(1, true, 0, 10);
    expect([health.isOut(0), health.isOut(1)]).toEqual([true, false]);
    for (let i = 0; i < 20; i++) health.ended(1, false, 20, 30);
    expect(health.isOut(1)).toBe(false);
    health.ended(0, true, 20, 30);
    health.ended(0, false, 40, 50);
    expect(health.isOut(0)).toBe(false);
  });
});
