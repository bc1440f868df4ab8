import { expect, test } from "vitest";
import { replay, totals } from "../../bench/run/ci-step.mjs";

// The decisions are those of `mulligan run`, in virtual time. The whole report is checked in thorough/bench/ci-step.test.ts.
test("in the first 60 runs of each step the CI action saves most of the hung time, and kills next to no good try", async () => {
  // One of the seeds of the report. Of 300 runs each, single seeds save from 88% to 94%; the first runs have little to learn from.
  const results = totals(await replay(["no timeout (6 h)", "action"], { seeds: [2], runs: 60 }));
  const [none, action] = [results.get("no timeout (6 h)")!, results.get("action")!];
  expect(none.killed).toBe(0);
  expect(none.hung).toBeGreaterThan(20 * 3_600_000);
  expect(action.saved).toBeGreaterThanOrEqual(0.8);
  expect(action.killedShare).toBeLessThanOrEqual(0.002);
  expect(action.lost).toBeLessThan(none.lost / 3);
});

test("in the first run of each step nothing is cut that would have ended", async () => {
  const results = totals(
    await replay(["no timeout (6 h)", "action"], { seeds: [1, 2, 3, 4, 5, 6], runs: 1 }),
  );
  expect(results.get("action")!.good).toBeGreaterThan(60);
  expect(results.get("action")!.killed).toBe(0);
});
