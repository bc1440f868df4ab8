import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readRedisPlace, wantsCluster } from "../../src/cluster/redis-options.ts";
import { UsageError } from "../../src/shell/usage-error.ts";
import { newFolder } from "../new-folder.ts";

afterEach(() => {
  delete process.env.MULLIGAN_REDIS;
});

test("a cluster is wanted only if somebody says so, whatever the environment holds", () => {
  process.env.MULLIGAN_REDIS = "redis://h";
  expect(wantsCluster({})).toBe(false);
  expect(wantsCluster({ redis: "env" })).toBe(true);
});

test("a URL comes from the command line, from the environment, or from a file", async () => {
  expect(await readRedisPlace({ redis: "redis://h:1" })).toMatchObject({ host: "h", port: 1 });
  process.env.MULLIGAN_REDIS = "rediss://:secret@h";
  expect(await readRedisPlace({ redis: "env" })).toMatchObject({ tls: true, password: "secret" });
  const file = join(newFolder(), "url");
  writeFileSync(file, "redis://me:secret@h/2\n");
  expect(await readRedisPlace({ redisFile: file })).toMatchObject({ username: "me", db: 2 });
});

test("the variable is gone when it was read: programs that are started do not get it", async () => {
  process.env.MULLIGAN_REDIS = "redis://:secret@h";
  await readRedisPlace({ redis: "env" });
  expect(process.env.MULLIGAN_REDIS).toBeUndefined();
});

test("a password on the command line is refused, and not repeated", async () => {
  const refused = readRedisPlace({ redis: "redis://me:secret@h" });
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(/must not stand on the command line/);
  await expect(refused).rejects.not.toThrow(/secret/);
});

test("nothing, both, or a file that is none is refused", async () => {
  await expect(readRedisPlace({ redis: "env" })).rejects.toThrow(/MULLIGAN_REDIS set/);
  await expect(readRedisPlace({ redis: "redis://h", redisFile: "x" })).rejects.toThrow(/got both/);
  await expect(readRedisPlace({ redisFile: "/nowhere/at/all" })).rejects.toThrow(/cannot be read/);
});
