import { expect, test } from "vitest";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { judge } from "../situations/judge.mjs";
import { learned } from "../situations/strategies.mjs";
import { failsNoMore, played } from "./played-situations.ts";

/**
 * Situations that users meet, in virtual time, each with the figure that it must keep; the benchmark shows them beside
 * other strategies. One seed here; `thorough/runtime/situations.test.ts`, which `npm run soak` runs, has five and figures that
 * need a mean over seeds.
 */
const SEED = 11;

test.each(Object.entries(played))("%s", async (_, situation) => {
  const { figures, holds } = await judge(situation, learned(mulligan), SEED);
  expect(holds, JSON.stringify(figures)).toBe(true);
});

const { hangs50, oneHangs, recoveredHang } = played;

test.each(Object.entries({ hangs50, oneHangs, recoveredHang }))(
  "%s: a hedge fails no more calls",
  async (_, situation) => failsNoMore(situation, [SEED]),
);
