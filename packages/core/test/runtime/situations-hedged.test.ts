import { test } from "vitest";
import { groups } from "../../../../bench/runtime/situations.mjs";
import { failsNoMore, played } from "./played-situations.ts";

/** Those that are hedged already have a twin that is not. */
const notHedged = Object.entries({ ...played, ...groups.usual }).filter(
  ([, { options }]) => options.hedge === undefined,
);

test.each(notHedged)("%s: a hedge fails no more calls", async (_, situation) => {
  await failsNoMore(situation, [11, 12, 13, 14, 15]);
});
