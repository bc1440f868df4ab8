import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttemptContext } from "../../src/runtime/attempt.ts";
import { mulligan } from "../../src/runtime/mulligan.ts";
import type { Arms, MulliganOptions } from "../../src/runtime/options.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

/** What an attempt does after so many ms. */
type Answer = { readonly ms: number; readonly fails?: "rejects" | "asks to wait" };
type Play = (call: number, attempt: number) => Answer;
type Own = Pick<MulliganOptions<Arms>, "maxAttempts" | "maxCutoffMs" | "breaker">;

function keeping(play: Play, own: Own = {}) {
  const clock = virtualClock();
  const calls = mulligan({
    arms: {
      only: async ({ signal, attempt, input }: AttemptContext<number>) => {
        const { ms, fails } = play(input, attempt);
        await clock.sleep(ms, signal);
        if (fails !== undefined) throw Object.assign(new Error(fails), { fails });
        return attempt;
      },
    },
    backoff: ({ error }) => ((error as { fails?: string })?.fails === "asks to wait" ? 60_000 : 0),
    keepFirst: true,
    clock,
    seed: 1,
    ...own,
  });
  return { clock, calls };
}

describe("keepFirst", () => {
  test("gives a value whenever the first attempt alone would, within the deadline, whatever the others do", async () => {
    const answer = fc.record(
      {
        ms: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5_000 })),
        fails: fc.constantFrom("rejects" as const, "asks to wait" as const),
      },
      { requiredKeys: ["ms"] },
    );
    const calls = fc.array(fc.array(answer, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 1, max: 4 }), async (answers, maxAttempts) => {
        const of: Play = (call, attempt) => answers[call][Math.min(attempt, answers[call].length) - 1];
        const { clock, calls } = keeping(of, { maxAttempts });
        const startedAt = new Map<number, number>();
        calls.on("decision", ({ execution, attempt }) => {
          if (attempt === 1) startedAt.set(execution, clock.now());
        });
        for (let call = 0; call < answers.length; call++) {
          const deadlineAt = clock.now() + 2_000;
          const value = await clock.until(
            calls.execute({ input: call, deadline: 2_000 }).catch(() => undefined),
          );
          const { ms, fails } = of(call, 1);
          // A cooldown that ends before the deadline is waited for; then there is less time.
          if (fails === undefined && startedAt.get(call)! + ms < deadlineAt) expect(value).toBeDefined();
        }
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  /** Calls of 10 ms; from the fiftieth on as `later` says. */
  async function afterFifty(later: (attempt: number) => Answer, own: Own = {}) {
    const { clock, calls } = keeping((call, attempt) => (call < 50 ? { ms: 10 } : later(attempt)), own);
    for (let call = 0; call < 50; call++) await clock.until(calls.execute({ input: call }));
    const before = clock.now();
    return { clock, calls, last: () => clock.until(calls.execute({ input: 50 })), before };
  }

  test("starts the next attempt at the cutoff, lets the first run on, and takes the first success", async () => {
    const { clock, calls, last, before } = await afterFifty((attempt) => ({
      ms: attempt === 1 ? 9_000 : 10,
    }));
    expect(await last()).toBe(2);
    expect(clock.now() - before).toBeLessThan(100);
    expect(calls.stats().arms.only).toMatchObject({ cuts: 0, stopped: 1 });
  });

  test("waits for a slow first attempt while all others fail, and past the ceiling", async () => {
    const { clock, last, before } = await afterFifty(
      (attempt) => (attempt === 1 ? { ms: 9_000 } : { ms: 5, fails: "rejects" }),
      { maxCutoffMs: 1_000 },
    );
    expect(await last()).toBe(1);
    expect(clock.now() - before).toBe(9_000);
  });

  test("replaces the second attempt when it hangs, too", async () => {
    const { last } = await afterFifty((attempt) => ({ ms: attempt < 3 ? 9_000 : 10 }));
    expect(await last()).toBe(3);
  });

  test("makes an attempt at once where its arm cools down past the deadline, and fails only by its answer", async () => {
    let requests = 0;
    const { clock, calls } = keeping(() => ({
      ms: 5,
      ...(++requests === 1 ? { fails: "asks to wait" } : {}),
    }));
    await expect(clock.until(calls.execute({ input: 0, deadline: 1_000 }))).rejects.toMatchObject({
      reason: "deadline",
      attempts: { length: 1 },
    });
    expect(clock.now()).toBeLessThan(10);
    expect(await clock.until(calls.execute({ input: 0, deadline: 1_000 }))).toBe(1);
  });

  test("never refuses a call by the breaker, unless asked for", async () => {
    for (const breaker of [undefined, true]) {
      let hangs = false;
      const { clock, calls } = keeping(() => ({ ms: hangs ? 1e6 : 10 }), breaker ? { breaker } : {});
      const call = () =>
        clock.until(calls.execute({ input: 0, deadline: 500 }).catch(({ reason }) => reason));
      for (let i = 0; i < 30; i++) await call();
      hangs = true;
      const reasons = [];
      for (let i = 0; i < 60; i++) reasons.push(await call());
      expect(reasons.includes("breaker")).toBe(breaker === true);
    }
  });
});
