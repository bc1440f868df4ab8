import { expect, test } from "vitest";
import { killServe } from "../../../../soak/kill-serve.mjs";

/** `npm run soak` has 500. */
const KILLS = 5;

test(`kill -9 at ${KILLS} random moments under load: no acknowledged observation is lost, none counts twice`, async () => {
  const { decided, acknowledged, inDoubt, compacted, problems } = await killServe(1, KILLS);
  expect(problems).toEqual([]);
  // Were nothing in doubt, the kills would not have met it at work.
  expect(inDoubt).toBeGreaterThan(0);
  // Their files were written anew on the way.
  expect(compacted).toBeGreaterThan(0);
  expect(decided).toBeGreaterThan(KILLS);
  expect(acknowledged).toBeGreaterThan(KILLS);
});
