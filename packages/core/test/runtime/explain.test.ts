import { expect, test } from "vitest";
import { stream } from "../../src/random/stream.ts";
import type { Explanation } from "../../src/runtime/index.ts";
import { calling } from "./calling.ts";

/** Enough for cuts, and for a hang to be lost. */
const ample = { maxExtraLoad: 5, deadline: 20_000 };
const hangsHalf = () => {
  const random = stream(1, "hangs");
  return () => (random.uniform() < 0.5 ? 1e9 : 205);
};

test("before the first success there is nothing to learn from", () => {
  const { calls } = calling({ east: 10 });
  const { arm, reason, cutoffMs, sentence } = calls.explain();
  expect({ arm, reason, cutoffMs }).toEqual({ arm: "east", reason: "start", cutoffMs: 120_000 });
  expect(sentence).toBe(
    "Asks east and waits up to 120 s: nothing has succeeded yet, so there is nothing to learn from.",
  );
});

test("where cuts pay, it says when, what a call costs that way and without cuts, and from how many attempts", async () => {
  const { calls, make } = calling({ east: hangsHalf() }, ample);
  await make(200);
  const { reason, cutoffMs, expectedMs, attempts, arms, sentence } = calls.explain();
  expect(reason).toBe("gain");
  expect(cutoffMs).toBe(256);
  // 205 ms, a cut of 256 ms and a request at half of a success, with what is charged for doubt: far below waiting.
  expect(expectedMs).toBeGreaterThan(461);
  expect(expectedMs).toBeLessThan(900);
  expect(arms[0].withoutCutsMs).toBeGreaterThan(2_000);
  expect(attempts).toBeGreaterThan(100);
  expect(sentence).toMatch(
    /^Asks east and cuts after 256 ms: a call costs \d+ ms that way and [\d.]+ s without cuts \(from \d+ attempts\)\.$/,
  );
  // Where the load allows no further request, that is the reason.
  const spent = calling({ east: hangsHalf() }, { ...ample, maxExtraLoad: 0, snapshot: calls.snapshot() });
  await spent.make(1);
  expect(spent.calls.explain()).toMatchObject({ reason: "budget", extraRequestsLeft: 0 });
  expect(spent.calls.explain().sentence).toContain("the budget of extra requests (maxExtraLoad) is used up");
});

test("where cuts gain nothing it waits, and says what the other arms would cost", async () => {
  const { calls, make } = calling({ east: 100, west: 300 });
  await make(100);
  const { arm, reason, arms, sentence } = calls.explain();
  expect({ arm, reason }).toEqual({ arm: "east", reason: "no gain" });
  expect(arms.map(({ arm: name, state }) => [name, state])).toEqual([
    ["east", "ready"],
    ["west", "ready"],
  ]);
  expect(sentence).toMatch(/^Asks east and waits: .* The others: west would cost \d+ ms\.$/);
});

test("while all arms cool down no arm is asked, and while the breaker is open calls are refused", async () => {
  const cooling = calling({ east: 10 }, { reward: () => 0, backoff: () => 5_000, maxAttempts: 1 });
  await cooling.make(2);
  expect(cooling.calls.explain()).toMatchObject({
    arm: undefined,
    reason: "cooldown",
    sentence: "Asks no arm: all cool down, the first for another 5 s.",
  });
  let hangs = false;
  const broken = calling({ east: () => (hangs ? 1e9 : 10) }, { deadline: 1_000 });
  await broken.make(100);
  hangs = true;
  await broken.make(10);
  expect(broken.calls.stats()).toMatchObject({ open: true, arms: { east: { state: "open" } } });
  expect(broken.calls.explain()).toMatchObject({ arm: undefined, reason: "breaker" });
});

test("each cut is an event with its explanation, and a key has its own", async () => {
  const { calls, make } = calling({ east: hangsHalf() }, ample);
  const cuts: { key: string | undefined; timeMs: number; explanation: Explanation }[] = [];
  calls.on("cut", (cut) => cuts.push(cut));
  await make(100, { key: "reports" });
  expect(cuts.length).toBe(calls.stats().arms.east.cuts);
  const last = cuts.at(-1)!;
  expect([last.key, last.explanation.arm, last.explanation.reason]).toEqual(["reports", "east", "gain"]);
  expect(calls.explain("reports").attempts).toBeGreaterThan(50);
  // To ask for a key that is not known makes no learner for it.
  expect(calls.explain("unknown").attempts).toBe(calls.explain().attempts);
  expect(Object.keys(calls.snapshot().learned!.keys)).toEqual(["reports"]);
  expect(() => calls.explain(5 as never)).toThrow("mulligan: key must be a string");
});
