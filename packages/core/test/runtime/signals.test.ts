import { execFileSync } from "node:child_process";
import { describe, expect, test, vi } from "vitest";
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
  test("ends everything at once, with the caller's reason, and is censored at that time, never a failure", async () => {
    const clock = virtualClock();
    const caller = new AbortController();
    const reason = new Error("changed my mind");
    const seen: unknown[] = [];
    const only = ({ signal }: { signal: AbortSignal }) => {
      signal.addEventListener("abort", () => seen.push(signal.reason));
      return never();
    };
    const calls = mulligan({ arms: { only }, clock });
    calls.on("outcome", ({ outcome }) => seen.push(outcome));
    calls.on("failure", (event) => seen.push(event));
    clock.setTimer(() => caller.abort(reason), 30);
    await expect(clock.until(calls.execute({ signal: caller.signal }))).rejects.toBe(reason);
    expect(seen).toHaveLength(2);
    expect(seen).toEqual(expect.arrayContaining([reason, { kind: "censored", time: 30 }]));
    expect(calls.stats()).toMatchObject({ running: 0, arms: { only: { failures: 0, cuts: 0 } } });
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

  test("adds one listener to a signal, also for a thousand executions at once, and leaves none behind", async () => {
    const caller = new AbortController();
    const added = vi.spyOn(caller.signal, "addEventListener");
    const removed = vi.spyOn(caller.signal, "removeEventListener");
    const quick = mulligan({ arms: { only: () => 1 } });
    for (let i = 0; i < 100; i++) await quick.execute({ signal: caller.signal });
    expect(added).toHaveBeenCalledTimes(100);
    expect(removed.mock.calls).toEqual(added.mock.calls);
    const calls = mulligan({ arms: { only: never } });
    const executions = Array.from({ length: 1_000 }, () => calls.execute({ signal: caller.signal }));
    const settled = Promise.allSettled(executions);
    expect(added).toHaveBeenCalledTimes(101);
    caller.abort(new Error("enough"));
    for (const result of await settled) expect(result).toMatchObject({ reason: { message: "enough" } });
    expect(calls.stats().running).toBe(0);
    expect(removed).toHaveBeenCalledTimes(101);
  });
});

test("a success is never aborted afterwards: not by the cutoff, the deadline, the caller or the disposal", async () => {
  const clock = virtualClock();
  const caller = new AbortController();
  let seen: AbortSignal | undefined;
  const calls = mulligan({ arms: { only: ({ signal }) => (seen = signal) }, maxCutoffMs: 5, clock });
  await calls.execute({ signal: caller.signal, deadline: 5 });
  caller.abort();
  await calls[Symbol.asyncDispose]();
  await clock.until(clock.sleep(20));
  expect(seen?.aborted).toBe(false);
});

test("a script that awaits only execute is not ended early and does not hang, its cut and the caller's abort outlive garbage, and late ends are no errors", () => {
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
