import { expect, test } from "vitest";
import { mulligan } from "../../../src/runtime/mulligan.ts";
import { failsNoMore, played } from "../../runtime/played-situations.ts";
import { inputTiedFading } from "../../situations/input-tied.mjs";
import { judge } from "../../situations/judge.mjs";
import { groups } from "../../situations/situations.mjs";
import { learned } from "../../situations/strategies.mjs";
import { tailSituations } from "../../situations/tail.mjs";

/** The seeds are fixed; others can be given (`SITUATION_SEEDS=1,2,3,…`). */
const SEEDS = (process.env.SITUATION_SEEDS ?? "11,12,13,14,15").split(",").map(Number);

test.each(Object.entries(played))("%s", async (_, situation) => {
  for (const seed of SEEDS) {
    const { figures, holds } = await judge(situation, learned(mulligan), seed);
    expect.soft(holds, `${situation.name}, seed ${seed}: ${JSON.stringify(figures)}`).toBe(true);
  }
});

/**
 * Figures that a few slow calls decide: the mean over the seeds must hold. The benchmark plays more laws, for longer.
 */
const { tailPareto, tailParetoHedged, tailHangs } = tailSituations({ calls: 6_000 });
const rare = {
  tailPareto,
  tailParetoHedged,
  tailHangs,
  inputTiedWideSeldomTwoArms: inputTiedFading({ calls: 5_000 }).inputTiedWideSeldomTwoArms,
};

test.each(Object.entries(rare))("%s, on average", async (_, situation) => {
  const figures: Awaited<ReturnType<typeof judge>>["figures"][] = [];
  for (const seed of SEEDS) figures.push((await judge(situation, learned(mulligan), seed)).figures);
  figures[0].forEach(({ what, most }, place) => {
    const mean = figures.reduce((sum, each) => sum + each[place].value, 0) / figures.length;
    expect.soft(mean, what).toBeLessThanOrEqual(most);
  });
});

/** Situations that are hedged already have a twin that is not. */
const notHedged = Object.entries({ ...played, ...groups.usual }).filter(
  ([, { options }]) => options.hedge === undefined,
);

test.each(notHedged)("%s: a hedge fails no more calls", async (_, situation) => {
  await failsNoMore(situation, SEEDS);
});
