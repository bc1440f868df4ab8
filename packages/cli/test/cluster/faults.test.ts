import { stream } from "@mulligan/core/random";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  delayNetwork,
  freezeWorker,
  killCoordinator,
  killWorker,
  restartRedis,
  stopRedis,
} from "../../../../soak/cluster/faults.mjs";
import { type Fault, playFaultyRun } from "../../../../soak/cluster/faulty-run.mjs";
import { type Fleet, leftInRedis, startFleet } from "../../../../soak/cluster/fleet.mjs";
import { findProgram } from "../../../../test/find-program.ts";
import { isThorough } from "../../../../test/thorough.ts";

/** `npm run soak` has a hundred of each fault, with 24 tasks, and stops Redis for 10 s. */
const TASKS = 8;
const LOCK_MS = 700;
const STOP_MS = 1_500;

const short: Record<string, Fault> = {
  "a worker is killed": killWorker,
  "the coordinator is killed, and the same line is started again": killCoordinator,
};
const long: Record<string, Fault> = {
  "Redis is killed and started again": restartRedis,
  "Redis does not answer for longer than the lock time": stopRedis(STOP_MS),
  "a worker is frozen for longer than its lock time": freezeWorker,
  "the network takes 40 ms for a round trip": delayNetwork(40),
  "the network takes 100 ms for a round trip": delayNetwork(100),
};
const faults = isThorough ? { ...short, ...long } : short;

const missing = findProgram("redis-server", "valkey-server") === undefined;

describe.skipIf(missing)(
  `every task is solved once and no program is left${missing ? " (left out: no redis-server on PATH)" : ""}`,
  () => {
    const random = stream(1, "faults");
    let fleet: Fleet | undefined;
    beforeAll(async () => {
      fleet = await startFleet({ lockMs: LOCK_MS });
    });
    afterAll(() => fleet?.close());

    for (const [title, fault] of Object.entries(faults)) {
      test(`although ${title}`, async () => {
        const { problems } = await playFaultyRun(fleet!, fault, random, TASKS);
        expect(problems).toEqual([]);
      });
    }

    test("and nothing of the runs is left in Redis", async () => {
      expect(await leftInRedis(fleet!)).toEqual([]);
      expect(await fleet!.end()).toEqual([]);
    });
  },
);
