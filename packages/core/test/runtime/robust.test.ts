import { describe, expect, test, vi } from "vitest";
import type { Policy } from "../../src/policies/index.ts";
import { AttemptsFailedError, mulligan } from "../../src/runtime/index.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

const hangs = ({ signal }: { signal: AbortSignal }) =>
  new Promise<string>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

describe("what the caller gave throws", () => {
  function thrower(): never {
    throw new Error("mine");
  }
  test.each<[string, object, () => unknown]>([
    ["reward", { reward: thrower }, () => "value"],
    ["shouldRetry", { shouldRetry: thrower }, () => Promise.reject(new Error("down"))],
    ["backoff", { backoff: thrower }, () => Promise.reject(new Error("down"))],
  ])(
    "%s: the execution fails with that, and no attempt is counted as running on",
    async (_, options, arm) => {
      const calls = mulligan({ arms: { only: arm }, ...options });
      await expect(calls.execute()).rejects.toThrow("mine");
      expect(calls.stats()).toMatchObject({ running: 0, stragglers: 0 });
    },
  );

  const usual: Policy = {
    name: "mine",
    decide: ({ attempt = 1 } = {}) => ({ arm: 0, cutoff: 10, attempt }),
    observe() {},
    snapshot: thrower,
  } as never;
  test.each<[string, Partial<Policy>, string]>([
    ["throws at the first decision", { decide: thrower }, "mine"],
    [
      "names an arm that is not there",
      { decide: () => ({ arm: 1, cutoff: 10 }) },
      "must name an arm from 0 to 0, got 1",
    ],
    [
      "has a cutoff that is no time",
      { decide: () => ({ arm: 0, cutoff: Number.NaN }) },
      "cutoff must be a time",
    ],
    ["throws when it is told of a cut", { observe: thrower }, "mine"],
    ["throws when it thinks again", { reconsider: thrower }, "mine"],
    ["thinks again of no time", { reconsider: () => Number.NaN }, "cutoff must be a time"],
  ])("a policy %s: that execution fails with it, and nothing is left", async (_, own, message) => {
    const clock = virtualClock();
    const calls = mulligan({ arms: { only: hangs }, policy: { ...usual, ...own }, clock });
    const caller = new AbortController();
    await expect(clock.until(calls.execute({ signal: caller.signal }))).rejects.toThrow(message);
    expect(calls.stats().running).toBe(0);
  });

  test("a listener: it is told on the console, and the execution goes on", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    const calls = mulligan({ arms: { only: () => "value" } });
    calls.on("success", thrower);
    expect(await calls.execute()).toBe("value");
    await new Promise((resolve) => setImmediate(resolve));
    expect(told.mock.calls).toEqual([['mulligan: a listener of "success" threw', new Error("mine")]]);
    told.mockRestore();
  });
});

test.each([0, -5, -Infinity])("a deadline of %d is passed before any attempt", async (deadline) => {
  const arm = vi.fn(() => "value");
  const calls = mulligan({ arms: { only: arm } });
  const failures: unknown[] = [];
  calls.on("failure", (event) => failures.push(event));
  const error = await calls.execute({ deadline }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(AttemptsFailedError);
  expect(error).toMatchObject({ reason: "deadline", attempts: [] });
  expect(arm).not.toHaveBeenCalled();
  expect(failures).toHaveLength(1);
  expect(calls.stats()).toMatchObject({ running: 0, stragglers: 0 });
  await expect(calls.execute({ deadline: Number.NaN })).rejects.toThrow("deadline must be above 0");
});

test("after final errors an arm is as new as before: each is tried three times before the faster one is preferred", async () => {
  const clock = virtualClock();
  let refuse = true;
  const arm = (takesMs: number) => async () => {
    await clock.sleep(takesMs);
    if (refuse) throw new Error("401");
  };
  const calls = mulligan({
    arms: { east: arm(10), west: arm(40) },
    shouldRetry: () => false,
    clock,
    seed: 1,
  });
  for (let i = 0; i < 8; i++) {
    await expect(clock.until(calls.execute())).rejects.toMatchObject({ reason: "final" });
  }
  refuse = false;
  for (let i = 0; i < 6; i++) await clock.until(calls.execute());
  expect(calls.stats().arms).toMatchObject({ east: { successes: 3 }, west: { successes: 3 } });
});
