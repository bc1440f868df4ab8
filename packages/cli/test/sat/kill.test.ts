import { expect, test } from "vitest";
import { killSat } from "../../../../soak/kill-sat.mjs";

/** `npm run soak` has them by the hundred. */
const KILLS = 4;

test(`kill -9 at ${KILLS} random moments: nothing reported is lost, every file is solved once`, async () => {
  const { early, problems } = await killSat(3, KILLS);
  expect(problems).toEqual([]);
  expect(early).toBeGreaterThan(0);
});
