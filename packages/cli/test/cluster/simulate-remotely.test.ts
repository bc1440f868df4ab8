import { parseRedisUrl, startClusterWorker } from "@mulligan/cluster";
import { expect, onTestFinished, test } from "vitest";
import { startRedis } from "../../../../soak/cluster/redis-server.mjs";
import { withRedis } from "../../../../test/with-redis.ts";
import { cellPerformer, cellThreads } from "../../dist/cluster/cell-performer.js";
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

async function cluster(workers: number) {
  const { url, stop } = await startRedis();
  onTestFinished(stop);
  const place = parseRedisUrl(url, "--redis");
  const threads = cellThreads(1);
  onTestFinished(() => threads.close());
  const join = async () => {
    const executors = { simulate: cellPerformer(threads) };
    const setting = { place, jobs: 1, executors, notice() {}, lockMs: 2_000 };
    const worker = await startClusterWorker(setting);
    onTestFinished(async () => void (await worker.close()));
    return worker;
  };
  return { place, join, crew: await Promise.all(Array.from({ length: workers }, join)) };
}

withRedis("cells on a cluster", () => {
  test("three workers, one of which goes, give the rows of one process, to the digit", async () => {
    const { place, crew } = await cluster(3);
    const experiment = readExperiment(words);
    const alone = await playExperiment(words, experiment, 1);
    const told: number[] = [];
    const together = simulateRemotely(words, experiment, place, (done) => {
      told.push(done);
      if (told.length === 3) void crew[0].close();
    });
    expect(await together).toEqual(alone);
    // One that waits for ever has an infinite regret: JSON has no word for it.
    expect(alone.every(({ pseudoRegret }) => Number.isFinite(pseudoRegret.mean))).toBe(false);
    expect(told.at(-1)).toBe(28);
  });

  test("what a worker refuses is told to who started it", async () => {
    const { place } = await cluster(1);
    const bad = { ...words, policies: ["ucb-rb"], cutoffs: "1,inf" };
    const experiment = readExperiment(bad);
    await expect(simulateRemotely(bad, experiment, place)).rejects.toThrow("ucb-rb: cutoffs must be finite");
  });
});
