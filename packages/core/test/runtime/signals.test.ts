import { execFileSync } from "node:child_process";
import { describe, expect, test, vi } from "vitest";
import type { Outcome } from "../../src/problem/outcome.ts";
import { AttemptsFailedError } from "../../src/runtime/errors.ts";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { virtualClock } from "../situations/virtual-clock.mjs";

const never = () => new Promise<never>(() => {});
const core = new URL("../../dist/index.js", import.meta.url).href;

/** Runs a script with the built package, in a process of its own, which ends long before its deadlines. */
function script(text: string): string {
  const code = `import { mulligan } from ${JSON.stringify(core)};\n${text}`;
  const flags = ["--expose-gc", "--input-type=module", "-e", code];
  return execFileSync(process.execPath, flags, { encoding: "utf8", timeout: 30_000 });
}

test("each attempt has a fresh signal, and a cut aborts only its own", async () => {
  const clock = virtualClock();
  const signals: AbortSignal[] = [];
  const calls = mulligan({
    arms: {
      only: ({ signal, attempt }) => {
        signals.push(signal);
        return attempt < 3 ? never() : attempt;
      },
    },
    maxCutoffMs: 10,
    clock,
  });
  expect(await clock.until(calls.execute())).toBe(3);
  expect(new Set(signals).size).toBe(3);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  expect(signals[0].reason).toMatchObject({ name: "TimeoutError" });
});

describe("the caller's abort", () => {
  test("ends everything at once, with the caller's reason", async () => {
    const clock = virtualClock();
    const caller = new AbortController();
    const reason = new Error("changed my mind");
    let seen: AbortSignal | undefined;
    const only = ({ signal }: { signal: AbortSignal }) => {
      seen = signal;
      return never();
    };
    const calls = mulligan({ arms: { only }, clock });
    const execution = calls.execute({ signal: caller.signal });
    caller.abort(reason);
    await expect(execution).rejects.toBe(reason);
    expect(seen?.reason).toBe(reason);
    expect(calls.stats().running).toBe(0);
    expect(clock.pending).toBe(0);
  });

  test("before the start means that no arm is called", async () => {
    let called = 0;
    const calls = mulligan({ arms: { only: () => ++called } });
    await expect(calls.execute({ signal: AbortSignal.abort("early") })).rejects.toBe("early");
    expect(called).toBe(0);
  });

  test("during a backoff ends the wait", async () => {
    const clock = virtualClock();
    const caller = new AbortController();
    const calls = mulligan({ arms: { only: () => Promise.reject(new Error("no")) }, backoff: 1e6, clock });
    const execution = calls.execute({ signal: caller.signal });
    clock.setTimer(() => caller.abort("enough"), 5);
    await expect(clock.until(execution)).rejects.toBe("enough");
    expect(clock.now()).toBe(5);
  });

  test("is recorded as censored at that time, never as a failure", async () => {
    const clock = virtualClock();
    const caller = new AbortController();
    const outcomes: Outcome[] = [];
    const calls = mulligan({ arms: { only: ({ signal }) => clock.sleep(100, signal) }, clock });
    calls.on("outcome", ({ outcome }) => outcomes.push(outcome));
    const failures: unknown[] = [];
    calls.on("failure", (event) => failures.push(event));
    clock.setTimer(() => caller.abort("stop"), 30);
    await expect(clock.until(calls.execute({ signal: caller.signal }))).rejects.toBe("stop");
    expect(outcomes).toEqual([{ kind: "censored", time: 30 }]);
    expect(failures).toEqual([]);
    expect(calls.stats().arms.only).toMatchObject({ failures: 0, cuts: 0 });
  });

  test("leaves no listener behind on a signal that lives long", async () => {
    const caller = new AbortController();
    const added = vi.spyOn(caller.signal, "addEventListener");
    const removed = vi.spyOn(caller.signal, "removeEventListener");
    const calls = mulligan({ arms: { only: () => 1 } });
    for (let i = 0; i < 100; i++) await calls.execute({ signal: caller.signal });
    expect(added).toHaveBeenCalledTimes(100);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });
});

describe("a success", () => {
  test("is never aborted afterwards: not by the cutoff, the deadline, the caller or the disposal", async () => {
    const caller = new AbortController();
    let seen: AbortSignal | undefined;
    const calls = mulligan({ arms: { only: ({ signal }) => (seen = signal) }, maxCutoffMs: 5 });
    await calls.execute({ signal: caller.signal, deadline: 5 });
    caller.abort();
    await calls[Symbol.asyncDispose]();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen?.aborted).toBe(false);
  });
});

describe("an arm that ignores its signal", () => {
  test("and never settles is left behind at the cutoff, and counted", async () => {
    const clock = virtualClock();
    const calls = mulligan({ arms: { only: never }, maxCutoffMs: 20, maxAttempts: 3, clock });
    const error = await clock.until(calls.execute()).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AttemptsFailedError);
    expect(error.attempts.map(({ why }: { why: string }) => why)).toEqual(["cut", "cut", "cut"]);
    expect(clock.now()).toBe(60);
    expect(calls.stats()).toMatchObject({ stragglers: 3, running: 0 });
  });

  test("and settles late has its result dropped, and counted", async () => {
    const clock = virtualClock();
    const calls = mulligan({
      arms: { only: ({ attempt }) => clock.sleep(attempt === 1 ? 50 : 1).then(() => attempt) },
      maxCutoffMs: 20,
      clock,
    });
    expect(await clock.until(calls.execute())).toBe(2);
    expect(calls.stats().arms.only).toMatchObject({ stragglers: 1, late: 0, successes: 1 });
    await clock.until(clock.sleep(100));
    expect(calls.stats().arms.only).toMatchObject({ stragglers: 0, late: 1, successes: 1 });
  });
});

describe("a script that awaits only execute", () => {
  test("is not ended early and does not hang, its cut and the caller's abort outlive garbage, and late ends are no errors", () => {
    const output = script(`
      process.on("unhandledRejection", () => console.log("unhandled"));
      const collect = async () => {
        for (let i = 0; i < 5; i++) { await new Promise((resolve) => setTimeout(resolve, 5)); globalThis.gc(); }
      };
      const late = mulligan({
        arms: { only: ({ attempt }) => attempt === 1
          ? new Promise((_, reject) => setTimeout(reject, 40, new Error("late"))) : "second" },
        maxCutoffMs: 10,
      });
      console.log("a late rejection:", await late.execute());
      const cut = mulligan({
        arms: { only: ({ signal, attempt }) => attempt === 2 ? "second" : new Promise((_, reject) => {
          signal.addEventListener("abort", () => { console.log("aborted"); reject(signal.reason); });
        }) },
        maxCutoffMs: 60,
      });
      const execution = cut.execute();
      await collect();
      console.log("a cut:", await execution);
      const waits = mulligan({ arms: { only: () => new Promise(() => {}) } });
      const aborted = waits.execute({ signal: AbortSignal.timeout(60) }).catch((error) => error.name);
      await collect();
      console.log("an abort:", await aborted);
      const bare = mulligan({
        arms: { only: ({ attempt }) => (attempt === 1 ? new Promise(() => {}) : "second") },
        cutoffs: [50, 120_000], maxCutoffMs: 120_000, resetting: "measured", deadline: 100_000, firstCutoffMs: 50,
      });
      console.log("an arm without a handle:", await bare.execute({ maxAttempts: 3, deadline: 60_000 }));
    `);
    expect(output.split("\n")).toEqual([
      "a late rejection: second",
      "aborted",
      "a cut: second",
      "an abort: TimeoutError",
      "an arm without a handle: second",
      "",
    ]);
  });
});
