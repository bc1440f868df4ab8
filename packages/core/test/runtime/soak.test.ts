import { expect, test } from "vitest";
import { soakRuntime } from "../../../../soak/runtime/play.mjs";
import { mulligan } from "../../src/runtime/index.ts";

/** `npm run soak -- runtime` has a million. */
const EXECUTIONS = 300;

test(`${EXECUTIONS} executions, 200 at once, with aborts, deadlines, rejections, hangs and late results: each settles once, its attempts add up, and nothing is left open`, async () => {
  const { executions, successes, failures, aborts, discards, problems } = await soakRuntime(
    1,
    EXECUTIONS,
    mulligan,
  );
  expect(problems).toEqual([]);
  expect(executions).toBe(EXECUTIONS);
  expect(successes + failures + aborts).toBe(EXECUTIONS);
  // Enough of each, so that the above says something.
  expect(Math.min(failures, aborts, discards)).toBeGreaterThan(EXECUTIONS / 20);
});
