import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { reachRedis, wantsCluster } from "../../src/cluster/redis-options.ts";
import { UsageError } from "../../src/shell/usage-error.ts";
import { newFolder } from "../new-folder.ts";

afterEach(() => {
  delete process.env.MULLIGAN_REDIS;
});

test("a cluster is used only if an option asks for it, whatever the environment holds", () => {
  process.env.MULLIGAN_REDIS = "redis://h";
  expect(wantsCluster({})).toBe(false);
  expect(wantsCluster({ redis: "env" })).toBe(true);
  expect(wantsCluster({ redisFile: "url" })).toBe(true);
});

test("--needs and --priority without a cluster are refused", () => {
  expect(() => wantsCluster({ needs: ["gpu"] })).toThrow("--needs: must be used with --redis, got none");
  expect(() => wantsCluster({ priority: 3 })).toThrow("--priority: must be used with --redis, got none");
});

/** Nothing listens there, so the error names the address that was read. */
const NOWHERE = "127.0.0.1:1";

test("the URL comes from the command line, from the environment, or from a file", async () => {
  const refused = new RegExp(`^redis://${NOWHERE}: .*ECONNREFUSED`);
  await expect(reachRedis({ redis: `redis://${NOWHERE}` })).rejects.toThrow(refused);
  process.env.MULLIGAN_REDIS = `redis://:secret@${NOWHERE}`;
  await expect(reachRedis({ redis: "env" })).rejects.toThrow(refused);
  // Programs that are started later must not get it.
  expect(process.env.MULLIGAN_REDIS).toBeUndefined();
  const file = join(newFolder(), "url");
  writeFileSync(file, `redis://me:secret@${NOWHERE}/2\n`);
  await expect(reachRedis({ redisFile: file })).rejects.toThrow(`redis://${NOWHERE}/2: `);
});

test("a password on the command line is refused, and not repeated", async () => {
  const refused = reachRedis({ redis: "redis://me:secret@h" });
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(/must not contain a password/);
  await expect(refused).rejects.not.toThrow(/secret/);
});

test("no URL, two of them, or a file that cannot be read is refused", async () => {
  await expect(reachRedis({ redis: "env" })).rejects.toThrow(/MULLIGAN_REDIS set/);
  await expect(reachRedis({ redis: "redis://h", redisFile: "x" })).rejects.toThrow(/got both/);
  await expect(reachRedis({ redisFile: "/nowhere/at/all" })).rejects.toThrow(/cannot be read/);
});
