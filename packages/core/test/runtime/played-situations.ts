import { expect } from "vitest";
import { mulligan } from "../../src/runtime/mulligan.ts";
import { inputTiedFading } from "../situations/input-tied.mjs";
import { databaseSpike, overload, spike } from "../situations/overload.mjs";
import { play } from "../situations/play.mjs";
import { queues } from "../situations/queues.mjs";
import { refusingReplicas } from "../situations/recovery.mjs";
import type { Situation } from "../situations/situation.ts";
import { groups } from "../situations/situations.mjs";
import { learned } from "../situations/strategies.mjs";

/** What the benchmark plays, some of it shorter: these figures do not need as many calls. */
const { heavyTail, heavyTailHangs, equalReplicasBusy, ...usual } = groups.usual!;
const { inputTiedWideSeldomTwoArms, ...fading } = inputTiedFading({ calls: 3_000 });
export const played: Record<string, Situation> = {
  ...usual,
  equalReplicas: queues({ name: "two equal replicas", calls: 2_000 }),
  equalReplicasUncancelled: queues({ name: "two equal replicas", cancels: false, calls: 2_000 }),
  unequalReplicas: queues({ name: "a replica of 2 workers, one of 6", workers: [2, 6], calls: 2_000 }),
  ...groups.hangs,
  ...refusingReplicas({ seconds: 15 }),
  ...groups.recovery,
  ...groups.providers,
  ...fading,
  ...groups.pauses,
  databaseSpike: databaseSpike({ spikeFromMs: 6_000, seconds: 28 }),
  overload: overload({ calls: 6_000 }),
  spike: spike({ seconds: 12 }),
  ...groups.whyNotP95,
};

/**
 * Expects that a hedge makes no more calls fail, over all seeds. Where calls fail by chance, the two plays differ by chance: two
 * standard deviations of a count are allowed, and nothing where no call fails without a hedge.
 */
export async function failsNoMore(situation: Situation, seeds: readonly number[]): Promise<void> {
  let [without, withHedge] = [0, 0];
  for (const seed of seeds) {
    without += (await play(situation, learned(mulligan), seed)).failed;
    withHedge += (await play(situation, learned(mulligan, { hedge: { maxExtraLoad: 0.1 } }), seed)).failed;
  }
  expect(withHedge).toBeLessThanOrEqual(without + 2 * Math.sqrt(without));
}
