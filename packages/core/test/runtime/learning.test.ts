import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/problem/outcome.ts";
import { stream } from "../../src/random/stream.ts";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";
import { calling } from "./calling.ts";

const never = () => new Promise<never>(() => {});

describe("what is learned", () => {
  /** One fast arm of which a tenth of the calls take long, and one slow arm. */
  function trouble() {
    const random = stream(7, "trouble");
    return calling({
      fast: () => (random.uniform() < 0.1 ? 400 : 10 + random.uniform()),
      slow: () => 50 + random.uniform(),
    });
  }

  test("the faster arm is preferred, and is cut a little after its usual time", async () => {
    const { clock, calls, make } = trouble();
    await make(300);
    const { fast, slow } = calls.stats().arms;
    expect(fast.attempts).toBeGreaterThan(10 * slow.attempts);
    expect(fast.cutoffMs).toBeGreaterThan(11);
    expect(fast.cutoffMs).toBeLessThan(30);
    expect(fast.successRate).toBeGreaterThan(0.8);
    expect(fast.rate).toBeGreaterThan(60);
    expect(clock.now() / 300).toBeLessThan(20);
  });

  test("no attempt is cut below the shortest success, so a server never sees a burst of tiny ones", async () => {
    const { calls, make } = trouble();
    const cutoffs: number[] = [];
    calls.on("decision", ({ cutoffMs }) => cutoffs.push(cutoffMs));
    await make(100);
    expect(Math.min(...cutoffs)).toBeGreaterThan(10);
    expect(cutoffs.length).toBeLessThan(150);
  });

  test("a provider that turns slow is left for the other, by default", async () => {
    let eastMs = 10;
    const { calls, make } = calling({ east: () => eastMs, west: 30 });
    await make(1_000);
    eastMs = 100;
    await make(100);
    const before = calls.stats().arms.west.successes;
    await make(200);
    expect(calls.stats().arms.west.successes - before).toBeGreaterThan(190);
  });

  test("the floor and the ceiling are never passed", async () => {
    const options = { maxExtraLoad: Infinity, minCutoffMs: 30, maxCutoffMs: 80 };
    const { calls, make } = calling({ only: (attempt) => (attempt === 9 ? 1 : 500) }, options);
    const cutoffs: number[] = [];
    calls.on("decision", ({ cutoffMs }) => cutoffs.push(cutoffMs));
    await make(40);
    expect(Math.min(...cutoffs)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...cutoffs)).toBeLessThanOrEqual(80);
  });

  test("a measured resetting time is that from the cut to the settled promise, and never waited for", async () => {
    const clock = virtualClock();
    const outcomes: Outcome[] = [];
    const calls = mulligan({
      arms: { only: ({ attempt }) => (attempt === 1 ? clock.sleep(25) : attempt === 2 ? never() : "third") },
      resetting: "measured",
      maxCutoffMs: 20,
      clock,
    });
    calls.on("outcome", ({ outcome }) => outcomes.push(outcome));
    expect(await clock.until(calls.execute())).toBe("third");
    expect(clock.now()).toBe(40);
    await clock.until(clock.sleep(100));
    expect(outcomes).toContainEqual({ kind: "censored", time: 20, resetting: 5 });
    expect(outcomes).toContainEqual({ kind: "censored", time: 20, resetting: 20 });
  });
});
