import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/problem/outcome.ts";
import type { AttemptContext } from "../../src/runtime/attempt.ts";
import { AttemptsFailedError } from "../../src/runtime/errors.ts";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

const never = () => new Promise<never>(() => {});

describe("execute", () => {
  test("gives the value of the first attempt that succeeds, and hands the input to the arm", async () => {
    const calls = mulligan({
      arms: {
        twice: ({ input, attempt, arm }: AttemptContext<number>) => ({ doubled: 2 * input, attempt, arm }),
      },
    });
    expect(await calls.execute({ input: 21 })).toEqual({ doubled: 42, attempt: 1, arm: "twice" });
  });

  test("tries again after a rejection, which is a completed trial with reward 0", async () => {
    const clock = virtualClock();
    const outcomes: Outcome[] = [];
    const calls = mulligan({
      arms: {
        flaky: async ({ attempt }) => {
          await clock.sleep(4);
          if (attempt < 3) throw new Error("no");
          return attempt;
        },
      },
      clock,
    });
    calls.on("outcome", ({ outcome }) => outcomes.push(outcome));
    expect(await clock.until(calls.execute())).toBe(3);
    expect(outcomes).toEqual([
      { kind: "completed", time: 4, reward: 0 },
      { kind: "completed", time: 4, reward: 0 },
      { kind: "completed", time: 4, reward: 1 },
    ]);
  });

  test("throws, when the attempts are used up, an error that lists them and has the last cause", async () => {
    const clock = virtualClock();
    const last = new Error("still no");
    const calls = mulligan({
      arms: { down: ({ attempt }) => (attempt === 1 ? never() : Promise.reject(last)) },
      maxCutoffMs: 8,
      maxAttempts: 2,
      clock,
    });
    const error = await clock.until(calls.execute()).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AttemptsFailedError);
    expect(error).toMatchObject({ reason: "attempts", cause: last });
    // The first ignored its signal, and was left behind.
    expect(calls.stats()).toMatchObject({ stragglers: 1, running: 0 });
    expect(error.attempts).toEqual([
      { arm: "down", cutoffMs: 8, timeMs: 8, why: "cut" },
      { arm: "down", cutoffMs: 8, timeMs: 0, why: "rejected", error: last },
    ]);
    expect(error.message).toBe(
      "mulligan: none of 2 attempts succeeded\n  down: cut after 8.0 of 8.0 ms\n  down: rejected after 0.0 of 8.0 ms: still no",
    );
  });

  test("stops at the deadline of the call, even inside an attempt, and censors that attempt there", async () => {
    const clock = virtualClock();
    const outcomes: Outcome[] = [];
    const calls = mulligan({ arms: { slow: never, slower: never }, clock, deadline: 1e6 });
    calls.on("outcome", ({ outcome }) => outcomes.push(outcome));
    const error = await clock.until(calls.execute({ deadline: 100 })).catch((thrown) => thrown);
    expect(error).toMatchObject({ reason: "deadline" });
    expect(clock.now()).toBe(100);
    // While nothing is known, an attempt gets half of what is left, so that one at the other arm fits.
    expect(outcomes.slice(0, 2)).toEqual([
      { kind: "censored", time: 50 },
      { kind: "censored", time: 50 },
    ]);
    expect(outcomes.at(-1)!.kind).toBe("censored");
    expect(error.attempts.at(-1)).toMatchObject({ why: "deadline" });
  });

  test("does not try again when shouldRetry says that a rejection is final, and learns nothing from it", async () => {
    const endings: string[] = [];
    const missing = new Error("404");
    const calls = mulligan({
      arms: { only: () => Promise.reject(missing) },
      shouldRetry: (error) => error !== missing,
    });
    const before = calls.snapshot();
    calls.on("outcome", ({ ending }) => endings.push(ending));
    await expect(calls.execute()).rejects.toMatchObject({ reason: "final", cause: missing });
    expect(endings).toEqual(["final"]);
    expect(calls.snapshot()).toEqual(before);
    expect(calls.stats().arms.only).toMatchObject({ attempts: 1, failures: 1, stragglers: 0 });
  });

  test("takes a value without reward for a failure, and a synchronous throw for a rejection", async () => {
    const calls = mulligan({
      arms: {
        only: ({ attempt }) => {
          if (attempt === 1) throw new Error("at once");
          return { ok: attempt === 3 };
        },
      },
      reward: ({ ok }, { arm, timeMs }) => (ok && arm === "only" && timeMs >= 0 ? 0.5 : 0),
    });
    expect(await calls.execute()).toEqual({ ok: true });
    await expect(calls.execute({ maxAttempts: 2 })).rejects.toMatchObject({ cause: { ok: false } });
  });

  test("waits as long as backoff says before the next attempt, and not at all past the deadline", async () => {
    const clock = virtualClock();
    const starts: number[] = [];
    const calls = mulligan({
      arms: {
        only: ({ attempt }) => {
          starts.push(clock.now());
          return attempt === 3 ? "done" : Promise.reject({ retryAfter: 10 * attempt });
        },
      },
      backoff: ({ error }) => (error as { retryAfter: number }).retryAfter,
      clock,
    });
    expect(await clock.until(calls.execute())).toBe("done");
    expect(starts).toEqual([0, 10, 30]);
    await expect(clock.until(calls.execute({ deadline: 5 }))).rejects.toMatchObject({ reason: "deadline" });
    expect(clock.now()).toBe(30);
  });

  test("lets timers and aborts through, although its arm fails at once for ever", async () => {
    const calls = mulligan({
      arms: { only: () => Promise.reject(new Error("no")) },
      maxAttempts: Infinity,
      maxExtraLoad: Infinity,
    });
    await expect(calls.execute({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });

  test("refuses what reward and backoff may not give", async () => {
    const arms = { good: () => 1 };
    await expect(mulligan({ arms, reward: () => 2 }).execute()).rejects.toThrow(
      "reward must lie in [0, 1], got 2",
    );
    const bad = { bad: () => Promise.reject(new Error("no")) };
    await expect(mulligan({ arms: bad, backoff: -1 }).execute()).rejects.toThrow("backoff must lie in");
  });
});

describe("around it", () => {
  test("events come in order, and each listener can be taken away", async () => {
    const calls = mulligan({
      arms: { only: ({ attempt }) => (attempt === 1 ? Promise.reject("no") : "yes") },
    });
    const seen: string[] = [];
    const events = ["decision", "outcome", "success", "failure"] as const;
    const disposers = events.map((event) => calls.on(event, () => void seen.push(event)));
    await calls.execute();
    expect(seen).toEqual(["decision", "outcome", "decision", "outcome", "success"]);
    await calls.execute({ maxAttempts: 1 }).catch(() => {});
    expect(seen.at(-1)).toBe("failure");
    for (const dispose of disposers) dispose();
    const count = seen.length;
    await calls.execute();
    expect(seen.length).toBe(count);
  });

  test("disposal aborts what is under way and refuses what comes after", async () => {
    const calls = mulligan({ arms: { only: never } });
    const execution = calls.execute();
    await calls[Symbol.asyncDispose]();
    await expect(execution).rejects.toMatchObject({ name: "AbortError" });
    await expect(calls.execute()).rejects.toThrow("mulligan: execute must not be called after the disposal");
  });

  test.each<[object, string]>([
    [{ arms: {} }, "arms must be an object of functions"],
    [{ arms: { a: 1 } }, 'arm "a" must be a function, got number'],
    [{ minCutoffMs: 0 }, "minCutoffMs must be above 0"],
    [{ minCutoffMs: 9, maxCutoffMs: 8 }, "minCutoffMs must be above 0 and at most 8, got 9"],
    [{ maxCutoffMs: Infinity }, "maxCutoffMs must be above 0 and at most 2147483647"],
    [{ cutoffs: [5], minCutoffMs: 6 }, "some of the cutoffs must lie from 6"],
    [{ halfLife: Number.NaN }, "halfLife must be above 0, got NaN"],
    [{ maxAttempts: 0 }, "maxAttempts must be an integer of at least 1, got 0"],
    [{ deadline: -1 }, "deadline must be above 0"],
    [{ hedge: { maxExtraLoad: 2 } }, "maxExtraLoad must lie in [0, 1], got 2"],
    [{ schedule: "random" }, "schedule: must be luby, geometric or constant"],
  ])("the options %j are refused with what must hold", (options, message) => {
    expect(() => mulligan({ arms: { only: () => 1 }, ...options } as never)).toThrow(message);
  });
});
