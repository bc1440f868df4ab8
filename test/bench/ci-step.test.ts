import { expect, test } from "vitest";
import { replay, totals } from "../../bench/run/ci-step.mjs";

// The decisions are those of `mulligan run`, in virtual time. What is saved is checked in thorough/bench/ci-step.test.ts.
test("in the first run of each step nothing is cut that would have ended", async () => {
  const results = totals(
    await replay(["no timeout (6 h)", "action"], { seeds: [1, 2, 3, 4, 5, 6], runs: 1 }),
  );
  expect(results.get("action")!.good).toBeGreaterThan(60);
  expect(results.get("action")!.killed).toBe(0);
});
