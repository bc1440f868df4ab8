import { expect, test, vi } from "vitest";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

test("a value that comes after the cut, and that of the slower of two, is discarded, once; the winner's is not", async () => {
  const clock = virtualClock();
  const discarded: unknown[] = [];
  const arms = {
    // Ignores its signal.
    only: async ({ attempt }: { attempt: number }) => {
      await clock.sleep(attempt === 1 ? 100 : 60);
      return `value ${attempt}`;
    },
  };
  const discard = (value: string, { arm, attempt }: { arm: string; attempt: number }) =>
    discarded.push([value, arm, attempt]);
  const cutting = mulligan({ arms, firstCutoffMs: 50, discard, clock });
  expect(await clock.until(cutting.execute())).toBe("value 2");
  await clock.until(clock.sleep(1_000));
  expect(discarded).toEqual([["value 1", "only", 1]]);
  expect(cutting.stats().arms.only).toMatchObject({ late: 1, stragglers: 0, cuts: 1, successes: 1 });

  const hedging = mulligan({ arms, firstCutoffMs: 70, hedge: { maxExtraLoad: 1 }, discard, clock });
  expect(await clock.until(hedging.execute())).toBe("value 1");
  await clock.until(clock.sleep(1_000));
  expect(discarded.slice(1)).toEqual([["value 2", "only", 2]]);
});

test("what discard throws or rejects is told on the console and ends nothing", async () => {
  const clock = virtualClock();
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  for (const discard of [
    () => {
      throw new Error("at once");
    },
    () => Promise.reject(new Error("later")),
  ]) {
    const calls = mulligan({
      arms: { only: ({ attempt }) => clock.sleep(attempt === 1 ? 100 : 10) },
      firstCutoffMs: 50,
      discard,
      clock,
    });
    await clock.until(calls.execute());
    await clock.until(clock.sleep(1_000));
  }
  expect(told).toHaveBeenCalledTimes(2);
  told.mockRestore();
});
