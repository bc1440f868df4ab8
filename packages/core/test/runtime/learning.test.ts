import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/problem/outcome.ts";
import { stream } from "../../src/random/stream.ts";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

const never = () => new Promise<never>(() => {});

describe("what is learned", () => {
  /** One fast arm of which a tenth of the calls take long, and one slow arm. */
  function trouble(options: { seed?: number } = {}) {
    const clock = virtualClock();
    const random = stream(7, "trouble");
    const calls = mulligan({
      arms: {
        fast: ({ signal }) => clock.sleep(random.uniform() < 0.1 ? 400 : 10 + random.uniform(), signal),
        slow: ({ signal }) => clock.sleep(50 + random.uniform(), signal),
      },
      clock,
      seed: 1,
      ...options,
    });
    return { clock, calls };
  }

  test("the faster arm is preferred, and is cut a little after its usual time", async () => {
    const { clock, calls } = trouble();
    for (let i = 0; i < 300; i++) await clock.until(calls.execute());
    const { fast, slow } = calls.stats().arms;
    expect(fast.attempts).toBeGreaterThan(10 * slow.attempts);
    expect(fast.cutoffMs).toBeGreaterThan(11);
    expect(fast.cutoffMs).toBeLessThan(30);
    expect(fast.successRate).toBeGreaterThan(0.8);
    expect(fast.rate).toBeGreaterThan(60);
    expect(clock.now() / 300).toBeLessThan(20);
  });

  test("no attempt is cut below the shortest success, so a server never sees a burst of tiny ones", async () => {
    const { clock, calls } = trouble();
    const cutoffs: number[] = [];
    calls.on("decision", ({ cutoffMs }) => cutoffs.push(cutoffMs));
    for (let i = 0; i < 100; i++) await clock.until(calls.execute());
    expect(Math.min(...cutoffs)).toBeGreaterThan(10);
    expect(cutoffs.length).toBeLessThan(150);
  });

  test("a provider that turns slow is left for the other, by default", async () => {
    const clock = virtualClock();
    let call = 0;
    const calls = mulligan({
      arms: {
        east: ({ signal }) => clock.sleep(call < 1000 ? 10 : 100, signal),
        west: ({ signal }) => clock.sleep(30, signal),
      },
      clock,
      seed: 1,
    });
    let late = 0;
    calls.on("success", ({ arm }) => {
      if (call >= 1100 && arm === "west") late += 1;
    });
    for (; call < 1300; call++) await clock.until(calls.execute());
    expect(late).toBeGreaterThan(190);
  });

  test("the floor and the ceiling are never passed", async () => {
    const clock = virtualClock();
    const calls = mulligan({
      arms: { only: ({ signal, attempt }) => clock.sleep(attempt === 9 ? 1 : 500, signal) },
      maxExtraLoad: Infinity,
      minCutoffMs: 30,
      maxCutoffMs: 80,
      clock,
    });
    const cutoffs: number[] = [];
    calls.on("decision", ({ cutoffMs }) => cutoffs.push(cutoffMs));
    for (let i = 0; i < 40; i++) await clock.until(calls.execute());
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
