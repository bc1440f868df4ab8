import { expect, test } from "vitest";
import { inputTiedFading } from "../../../../bench/runtime/input-tied.mjs";
import { judge } from "../../../../bench/runtime/judge.mjs";
import { databaseSpike, overload, spike } from "../../../../bench/runtime/overload.mjs";
import { play } from "../../../../bench/runtime/play.mjs";
import { queues } from "../../../../bench/runtime/queues.mjs";
import { refusingReplicas } from "../../../../bench/runtime/recovery.mjs";
import { groups, type Situation } from "../../../../bench/runtime/situations.mjs";
import { learned } from "../../../../bench/runtime/strategies.mjs";
import { tailSituations } from "../../../../bench/runtime/tail.mjs";
import { mulligan } from "../../src/runtime/mulligan.ts";

/**
 * Situations that users meet, in virtual time, each with the figure that it must keep; the benchmark shows them beside
 * other strategies. The seeds are fixed. With 1 to 30 instead (`SITUATION_SEEDS=1,2,3,…`) no figure of the first group
 * was missed.
 */
const SEEDS = (process.env.SITUATION_SEEDS ?? "11,12,13,14,15").split(",").map(Number);
/** Of those, the seeds with which each situation is also played with a hedge. */
const HEDGED_SEEDS = 3;

/** What the benchmark plays, some of it shorter: these figures do not need as many calls. */
const { heavyTail, heavyTailHangs, equalReplicasBusy, ...usual } = groups.usual!;
const played: Record<string, Situation> = {
  ...usual,
  equalReplicas: queues({ name: "two equal replicas", calls: 2_000 }),
  equalReplicasUncancelled: queues({ name: "two equal replicas", cancels: false, calls: 2_000 }),
  unequalReplicas: queues({ name: "a replica of 2 workers, one of 6", workers: [2, 6], calls: 2_000 }),
  ...groups.hangs,
  ...refusingReplicas({ seconds: 15 }),
  ...groups.recovery,
  ...groups.providers,
  ...inputTiedFading({ calls: 3_000 }),
  ...tailSituations({ calls: 5_000 }),
  ...groups.pauses,
  databaseSpike: databaseSpike({ spikeFromMs: 6_000, seconds: 28 }),
  overload: overload({ calls: 6_000 }),
  spike: spike({ seconds: 12 }),
  ...groups.whyNotP95,
};

/** What the learner made of a situation as it is, for the comparison with a hedge; some take a second to play. */
const failedWithout = new Map<string, number>();

test.each(Object.entries(played))("%s", async (name, situation) => {
  for (const seed of SEEDS) {
    const { played: plain, figures, holds } = await judge(situation, learned(mulligan), seed);
    failedWithout.set(`${name} ${seed}`, plain.failed);
    expect.soft(holds, `${situation.name}, seed ${seed}: ${JSON.stringify(figures)}`).toBe(true);
  }
});

/** Those with a hedge have a twin without one, and the tails have a twin with one. */
const notHedged = Object.entries({ ...played, heavyTailHangs: heavyTailHangs! }).filter(
  ([name, { options }]) => options.hedge === undefined && !name.startsWith("tail"),
);

/**
 * A hedge is there to help. Where calls fail by chance, the two plays differ by chance: two standard deviations of a
 * count are allowed, and nothing where no call fails without a hedge.
 */
test.each(notHedged)("%s: a hedge fails no more calls", async (name, situation) => {
  const hedged = learned(mulligan, { hedge: { maxExtraLoad: 0.1 } });
  let without = 0;
  let withHedge = 0;
  for (const seed of SEEDS.slice(0, HEDGED_SEEDS)) {
    without +=
      failedWithout.get(`${name} ${seed}`) ?? (await play(situation, learned(mulligan), seed)).failed;
    withHedge += (await play(situation, hedged, seed)).failed;
  }
  expect(withHedge).toBeLessThanOrEqual(without + 2 * Math.sqrt(without));
});
