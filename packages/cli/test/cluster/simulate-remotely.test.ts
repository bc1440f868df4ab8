import { parseRedisUrl, startClusterWorker } from "@mulligan/cluster";
import { expect, onTestFinished, test } from "vitest";
import { withRedis } from "../../../../test/with-redis.ts";
import { cellWork } from "../../dist/cluster/cell-work.js";
import { simulateRemotely } from "../../dist/cluster/simulate-remotely.js";
import { playExperiment } from "../../dist/simulate/play.js";
import { type ExperimentWords, readExperiment } from "../../dist/simulate/read-experiment.js";

const words: ExperimentWords = {
  laws: ["pareto(scale=1,shape=0.9)", 'b=empirical("times.csv")'],
  reward: "one",
  resetting: "none",
  policies: ["km-ts", "never"],
  horizons: [50, 200],
  runs: 7,
  seed: 3,
  cutoffs: "auto",
  mode: "abandon",
  times: new Map([["times.csv", Float64Array.from([0.1, 1 / 3, 7])]]),
};

withRedis("cells on a cluster", (redis) => {
  async function startWorker() {
    const worker = await startClusterWorker({
      place: parseRedisUrl(redis().url, "--redis"),
      slots: 1,
      labels: [],
      programs: [],
      kinds: { simulate: cellWork(1) },
      refusal: () => undefined,
      lockMs: 2_000,
      notice() {},
    });
    onTestFinished(() => worker.close());
    return worker;
  }

  test("three workers, one of which leaves, give the rows of one process to the last digit", async () => {
    const workers = await Promise.all([1, 2, 3].map(startWorker));
    const experiment = readExperiment(words);
    const alone = await playExperiment(words, experiment, 1);
    const progress: number[] = [];
    const together = simulateRemotely(words, experiment, { redis: redis().url }, (done) => {
      progress.push(done);
      if (progress.length === 3) void workers[0].close();
    });
    expect(await together).toEqual(alone);
    // A policy that waits for ever has an infinite regret, for which JSON has no number.
    expect(alone.every(({ pseudoRegret }) => Number.isFinite(pseudoRegret.mean))).toBe(false);
    expect(progress.at(-1)).toBe(28);
  });
});
