import { describe, expect, test } from "vitest";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { calling } from "./calling.ts";

const arms = { only: () => 1 };

describe("what is misspelt is refused", () => {
  test("options of mulligan, of a hedge and of an execution", async () => {
    expect(() => mulligan({ arms, maxRetries: 3 } as never)).toThrow(
      'mulligan: unknown option "maxRetries": expected one of arms, reward, discard',
    );
    expect(() => mulligan({ arms, hedge: { maxExtraLoad: 0.1, after: 5 } as never })).toThrow(
      'mulligan: hedge: unknown option "after": expected one of maxExtraLoad',
    );
    expect(() => mulligan({ arms, hedge: true as never })).toThrow("mulligan: hedge must be an object");
    await expect(mulligan({ arms }).execute({ timeout: 5 } as never)).rejects.toThrow(
      'execute: unknown option "timeout": expected one of signal, deadline, maxAttempts, key, input',
    );
  });

  test("a signal that is none, and options that are no object", async () => {
    const calls = mulligan({ arms });
    for (const signal of [{}, null, "abort"]) {
      await expect(calls.execute({ signal: signal as never })).rejects.toThrow(
        "execute: signal must be an AbortSignal",
      );
    }
    await expect(calls.execute(null as never)).rejects.toThrow("execute: the options must be an object");
    await expect(calls.execute({ signal: undefined, key: undefined } as never)).resolves.toBe(1);
  });

  test("an objective that is none, and a cost without what it is worth", () => {
    expect(() => mulligan({ arms, objective: "p95" as never })).toThrow('objective must be "mean" or "p99"');
    expect(() => mulligan({ arms, cost: () => 1 })).toThrow("cost and msPerCost must be given together");
    expect(() => mulligan({ arms, msPerCost: 1 })).toThrow("cost and msPerCost must be given together");
    expect(() => mulligan({ arms, cost: () => 1, msPerCost: -1 })).toThrow("mulligan: msPerCost must lie in");
  });
});

describe("cost", () => {
  test("is asked for each attempt that is over, also for one that was cut, and added up", async () => {
    let call = 0;
    const { calls, make } = calling(
      { only: () => (++call === 30 ? 1e6 : 10) },
      {
        cost: ({ arm, outcome, elapsedMs }) => {
          expect([arm, elapsedMs]).toEqual(["only", outcome.time]);
          return outcome.kind === "censored" ? 7 : 2;
        },
        msPerCost: 1,
      },
    );
    await make(40);
    expect(calls.stats().arms.only).toMatchObject({ cuts: 1, successes: 40, cost: 87 });
    expect(calls.explain().expectedMs).toBeGreaterThan(12); // 10 ms, and 2 for the money
  });

  test("that is no number ends the execution", async () => {
    const calls = mulligan({ arms, cost: () => Number.NaN, msPerCost: 1 });
    await expect(calls.execute()).rejects.toThrow(
      "mulligan: cost must be a finite number of at least 0, got NaN",
    );
  });
});

test("a pause of the process teaches nothing: a call that slept for an hour is no slow call", async () => {
  const { clock, calls, make } = calling({ only: 100 });
  await make(50);
  const before = calls.explain().arms;
  const sleeping = calls.execute();
  clock.leap(3_600_000);
  await clock.until(sleeping);
  expect(calls.explain().arms).toEqual(before);
  expect(calls.stats().arms.only.successes).toBe(51);
});
