import { expect, test } from "vitest";
import { judge } from "../../../../bench/runtime/judge.mjs";
import { queues } from "../../../../bench/runtime/queues.mjs";
import { situations } from "../../../../bench/runtime/situations.mjs";
import { learned } from "../../../../bench/runtime/strategies.mjs";
import { mulligan } from "../../src/runtime/mulligan.ts";

/**
 * Situations that users meet, in virtual time, each with the figure that it must keep; the benchmark shows them beside
 * other strategies. The seeds are fixed. With 1 to 30 instead (`SITUATION_SEEDS=1,2,3,…`) no figure was missed.
 */
const SEEDS = (process.env.SITUATION_SEEDS ?? "11,12,13,14,15").split(",").map(Number);
const { heavyTail, heavyTailHangs, equalReplicas, equalReplicasUncancelled, ...small } = situations;
const { equalReplicasBusy, unequalReplicas, ...rows } = small;
const rest = [
  ...Object.values(rows),
  queues({ name: "two equal replicas", calls: 2_000 }),
  queues({ name: "two equal replicas", cancels: false, calls: 2_000 }),
  queues({ name: "2 and 6 workers", workers: [2, 6], calls: 2_000 }),
];

test.each(rest.map((situation) => [situation.name, situation] as const))("%s", async (_, situation) => {
  for (const seed of SEEDS) {
    const { figures, holds } = await judge(situation, learned(mulligan), seed);
    expect(holds, `seed ${seed}: ${JSON.stringify(figures)}`).toBe(true);
  }
});
