import { expect, test } from "vitest";
import { calling } from "./calling.ts";

test.each([
  [600, 1_000],
  [6_000, 10_000],
  [990, 1_000],
])(
  "an arm that always takes %d ms of a deadline of %d: the second call at the latest succeeds, and all after it",
  async (takesMs, deadline) => {
    for (const seed of [1, 2, 3]) {
      const { calls, make } = calling({ only: takesMs }, { deadline, seed });
      await make(1);
      expect(await make(99)).toBe(0);
      // Two attempts in the first call, and one in each other.
      expect(calls.stats().arms.only.attempts).toBeLessThanOrEqual(102);
    }
  },
);

test("of two arms of which one hangs, the other one has answered by the second call", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { make } = calling({ dead: 1e9, slow: 400 }, { deadline: 1_000, seed });
    expect(await make(50)).toBeLessThanOrEqual(1);
  }
});

test("firstCutoffMs is for who knows: the first attempt waits so long, and if that was too short the next one longer", async () => {
  const { clock, calls, make } = calling({ only: 300 }, { firstCutoffMs: 100, deadline: 1_000 });
  const cutoffs: number[] = [];
  calls.on("decision", ({ cutoffMs }) => cutoffs.push(cutoffMs));
  await make(1);
  expect(cutoffs).toEqual([100, 900]);
  expect(clock.now()).toBe(400);
});

test("with one attempt only nothing is cut before the deadline, also where nothing is known", async () => {
  const { make } = calling({ east: 700, west: 700 }, { maxAttempts: 1, deadline: 1_000 });
  expect(await make(20)).toBe(0);
});
