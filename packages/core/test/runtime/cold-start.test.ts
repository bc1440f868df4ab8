import { expect, test } from "vitest";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

test.each([
  [600, 1_000],
  [6_000, 10_000],
  [990, 1_000],
])(
  "an arm that always takes %d ms of a deadline of %d: the second call at the latest succeeds, and all after it",
  async (takesMs, deadline) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const clock = virtualClock();
      const calls = mulligan({
        arms: { only: ({ signal }) => clock.sleep(takesMs, signal) },
        clock,
        deadline,
        seed,
      });
      const results: boolean[] = [];
      for (let i = 0; i < 100; i++) {
        results.push(
          await clock.until(calls.execute()).then(
            () => true,
            () => false,
          ),
        );
      }
      expect(results.slice(1)).toEqual(Array(99).fill(true));
      // Two attempts in the first call, and one in each other.
      expect(calls.stats().arms.only.attempts).toBeLessThanOrEqual(102);
    }
  },
);

test("of two arms of which one hangs, the other one has answered by the second call", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const clock = virtualClock();
    const calls = mulligan({
      arms: {
        dead: ({ signal }) => clock.sleep(1e9, signal),
        slow: ({ signal }) => clock.sleep(400, signal),
      },
      clock,
      deadline: 1_000,
      seed,
    });
    let failed = 0;
    for (let i = 0; i < 50; i++) await clock.until(calls.execute()).catch(() => (failed += 1));
    expect(failed).toBeLessThanOrEqual(1);
  }
});

test("firstCutoffMs is for who knows: the first attempt waits so long, and if that was too short the next one longer", async () => {
  const clock = virtualClock();
  const cutoffs: number[] = [];
  const calls = mulligan({
    arms: { only: ({ signal }) => clock.sleep(300, signal) },
    firstCutoffMs: 100,
    deadline: 1_000,
    clock,
  });
  calls.on("decision", ({ cutoffMs }) => cutoffs.push(cutoffMs));
  await clock.until(calls.execute());
  expect(cutoffs).toEqual([100, 900]);
  expect(clock.now()).toBe(400);
});

test("with one attempt only nothing is cut before the deadline, also where nothing is known", async () => {
  const clock = virtualClock();
  const calls = mulligan({
    arms: { east: ({ signal }) => clock.sleep(700, signal), west: ({ signal }) => clock.sleep(700, signal) },
    maxAttempts: 1,
    deadline: 1_000,
    clock,
  });
  for (let i = 0; i < 20; i++) await clock.until(calls.execute());
  const { east, west } = calls.stats().arms;
  expect(east.successes + west.successes).toBe(20);
});
