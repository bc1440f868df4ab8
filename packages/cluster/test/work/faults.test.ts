import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  cutNetwork,
  killWorkers,
  otherVersions,
  restartRedis,
  sendThrice,
} from "../../../../soak/cluster/faults.mjs";
import { withRedis } from "../../../../test/with-redis.ts";

/** `npm run soak` has 100 of each, and cuts of 10 s. */
const ROUNDS = 2;
/** Longer than a worker may be silent there. */
const CUT_MS = 700;

/** A worker in one file instead of hundreds: it starts in a third of the time. */
const folder = mkdtempSync(join(tmpdir(), "mulligan-worker-"));
const main = join(folder, "worker-main.mjs");
beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL("../../../../soak/cluster/worker-main.mjs", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: main,
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

withRedis("nothing is lost, nothing counts twice, and the run finishes", () => {
  test.concurrent(`kill -9 of a worker, ${ROUNDS} times`, async () => {
    const { faults, tasks, problems } = await killWorkers(1, ROUNDS, main);
    expect(problems).toEqual([]);
    expect(faults).toBe(ROUNDS);
    expect(tasks).toBeGreaterThan(ROUNDS);
  });

  test.concurrent(`restart of Redis from its append-only file, ${ROUNDS} times`, async () => {
    const { faults, tasks, problems } = await restartRedis(2, ROUNDS, main);
    expect(problems).toEqual([]);
    expect(faults).toBe(ROUNDS);
    expect(tasks).toBeGreaterThan(ROUNDS);
  });

  test.concurrent(`a cut between a worker and Redis, ${ROUNDS} times`, async () => {
    const { faults, tasks, problems } = await cutNetwork(3, ROUNDS, main, CUT_MS);
    expect(problems).toEqual([]);
    expect(faults).toBe(ROUNDS);
    expect(tasks).toBeGreaterThan(ROUNDS);
  });

  test.concurrent("every message sent four times", async () => {
    const { again, tasks, problems } = await sendThrice(4, ROUNDS, main);
    expect(problems).toEqual([]);
    expect(tasks).toBeGreaterThan(ROUNDS);
    expect(again).toBeGreaterThan(ROUNDS);
  });

  test.concurrent(`workers of ${ROUNDS} other versions`, async () => {
    const { faults, problems } = await otherVersions(5, ROUNDS, main);
    expect(problems).toEqual([]);
    expect(faults).toBe(ROUNDS);
  });
});
