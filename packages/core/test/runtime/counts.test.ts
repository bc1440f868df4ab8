import { expect, test } from "vitest";
import { mulligan } from "../../src/runtime/index.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

const policy = {
  decide: () => ({ arm: 0, cutoff: 10 }),
  observe() {},
  snapshot: () => ({}) as never,
};
function thrower(): never {
  throw new Error("mine");
}

test("an attempt that the policy throws at was never begun: the end does not count it", async () => {
  const calls = mulligan({ arms: { only: () => 1 }, policy: { ...policy, decide: thrower } });
  const ends: unknown[] = [];
  calls.on("abort", ({ attempts }) => ends.push(attempts));
  await expect(calls.execute()).rejects.toThrow("mine");
  expect(ends).toEqual([0]);
});

test.each([
  ["reward throws", { reward: thrower }],
  ["a policy throws when it is told of the success", { policy: { ...policy, observe: thrower } }],
])("%s: the value is nobody's, and discarded; the execution has one end", async (_, options) => {
  const discarded: unknown[] = [];
  const ends: unknown[] = [];
  const calls = mulligan({ arms: { only: () => 7 }, discard: (value) => discarded.push(value), ...options });
  calls.on("abort", ({ reason }) => ends.push(reason));
  await expect(calls.execute()).rejects.toThrow("mine");
  expect(discarded).toEqual([7]);
  expect(ends).toEqual([new Error("mine")]);
  // It was in time.
  expect(calls.stats()).toMatchObject({ stragglers: 0, arms: { only: { late: 0 } } });
});

test("a final failure beside a hedge: the other attempt is lost, not stopped by a deadline", async () => {
  const clock = virtualClock();
  const calls = mulligan({
    arms: {
      only: async ({ attempt, signal }) => {
        await clock.sleep(attempt === 1 ? 1_000 : 5, signal);
        throw new Error("401");
      },
    },
    policy,
    hedge: { maxExtraLoad: 1 },
    shouldRetry: () => false,
    clock,
  });
  const endings: string[] = [];
  calls.on("outcome", ({ attempt, ending }) => endings.push(`${attempt} ${ending}`));
  await expect(clock.until(calls.execute())).rejects.toMatchObject({ reason: "final" });
  expect(endings.sort()).toEqual(["1 lost", "2 final"]);
});

test("a timer that goes off early makes no negative time of an attempt that answers at once", async () => {
  const clock = virtualClock();
  const early = { ...clock, setTimer: (then: () => void, ms: number) => clock.setTimer(then, ms - 0.5) };
  let asked = 0;
  const calls = mulligan({
    arms: { only: ({ signal }) => (++asked === 1 ? clock.sleep(1_000, signal) : 7) },
    policy,
    clock: early,
  });
  const times: number[] = [];
  calls.on("outcome", ({ outcome }) => times.push(outcome.time));
  expect(await clock.until(calls.execute())).toBe(7);
  expect(times).toEqual([10, 0]);
});
