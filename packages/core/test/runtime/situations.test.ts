import { expect, test } from "vitest";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { judge } from "../situations/judge.mjs";
import { learned } from "../situations/strategies.mjs";
import { failsNoMore, played } from "./played-situations.ts";

/**
 * Situations that users meet, in virtual time, each with the figure that it must keep; the benchmark shows them beside
 * other strategies. Here is one of each kind with one seed; `thorough/runtime/situations.test.ts`, which `npm run soak` runs, has
 * all of them with five seeds, and figures that need a mean over seeds.
 */
const SEED = 11;

test.each([
  "hangs50",
  "hangsWithinBudget",
  "oneHangs",
  "finalErrors",
  "outage",
  "recoveredCold",
  "unequalReplicas",
  "jump",
  "coldBurst",
  "pricesDear",
  "inputTiedTwoArms",
  "closedLid",
  "overload",
])("%s", async (name) => {
  const { figures, holds } = await judge(played[name], learned(mulligan), SEED);
  expect(holds, JSON.stringify(figures)).toBe(true);
});

test("oneHangs: a hedge fails no more calls", async () => failsNoMore(played.oneHangs, [SEED]));
