import { expect, test } from "vitest";
import { replay, totals } from "../../../bench/run/ci-step.mjs";

test("the CI action saves at least 90% of the hung time of 18,000 runs, and kills at most 0.2% of the good tries", async () => {
  const results = totals(await replay(["no timeout (6 h)", "action"], { seeds: [1, 2, 3, 4, 5], runs: 300 }));
  const action = results.get("action")!;
  expect(action.good).toBeGreaterThan(17_000);
  expect(action.saved).toBeGreaterThanOrEqual(0.9);
  expect(action.killedShare).toBeLessThanOrEqual(0.002);
});
