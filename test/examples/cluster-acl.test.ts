import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { connectRedis, parseRedisUrl, VERSION } from "@mulligan/cluster";
import { afterAll, expect, test } from "vitest";
import { startCommand } from "../../soak/started.mjs";
import { read, root } from "../markdown.ts";
import { withRedis } from "../with-redis.ts";

const start = promisify(execFile);
const main = join(root, "packages/cli/bin/mulligan.cjs");
const folder = mkdtempSync(join(tmpdir(), "mulligan-acl-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("users.acl lets nobody in until it has passwords", () => {
  const users = read("examples/cluster/users.acl").trim().split("\n");
  expect(users.map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
    "user default off",
    "user admin on",
    "user mulligan-run on",
    "user mulligan-worker on",
  ]);
  expect(users.filter((line) => / (nopass|[>#]\S+)/.test(line))).toEqual([]);
});

const PASSWORDS = { admin: "a", "mulligan-run": "r", "mulligan-worker": "w" };
type User = keyof typeof PASSWORDS;
const withPasswords = join(folder, "with-passwords.acl");
writeFileSync(
  withPasswords,
  read("examples/cluster/users.acl").replaceAll(
    /^user (\S+) on/gm,
    (line, user: User) => `${line} >${PASSWORDS[user]}`,
  ),
);

withRedis(
  "a Redis with users.acl",
  (redis) => {
    const urlOf = (user: User) => `redis://${user}:${PASSWORDS[user]}@127.0.0.1:${redis().port}`;
    const fileOf = (user: User) => {
      const file = join(folder, `${user}-url`);
      writeFileSync(file, urlOf(user), { mode: 0o600 });
      return file;
    };
    const as = async <Result>(user: User, command: string, ...words: string[]) => {
      const client = connectRedis(parseRedisUrl(urlOf(user), "test"), () => {});
      try {
        return (await client.call(command, ...words)) as Result;
      } finally {
        client.disconnect();
      }
    };

    test("run, sat, simulate, worker and cluster need no more than it gives", async () => {
      const formula = join(folder, "tiny.cnf");
      writeFileSync(formula, "p cnf 2 2\n1 2 0\n-1 2 0\n");
      const options = ["--allow", "cat", "--allow-read", folder, "--lock-time", "2s", "--jobs", "2"];
      const worker = startCommand(["worker", "--redis-file", fileOf("mulligan-worker"), ...options]);
      const place = ["--redis-file", fileOf("mulligan-run")];
      try {
        const commands = [
          ["run", ...place, "--json", "--priority", "1", "--", "cat", "{input}", ":::", formula],
          ["run", ...place, "--json", "--stdin-from", "{input}", "--", "cat", ":::", formula],
          ["sat", ...place, "--json", folder],
          ["simulate", ...place, "--json", "--law", "exponential(mean=1)", "--runs", "2", "--horizon", "10"],
          ["cluster", "status", ...place],
        ];
        for (const words of commands) await start(process.execPath, [main, ...words]);
      } finally {
        worker.child.kill("SIGTERM");
      }
      const { code, stderr } = await worker.ended;
      expect(code).toBe(0);
      expect(stderr).not.toContain("NOPERM");
      // Redis keeps what an ACL has refused.
      expect(await as("admin", "ACL", "LOG")).toEqual([]);
    });

    test.each([
      "FLUSHALL",
      "KEYS *",
      "CONFIG GET *",
      "ACL LIST",
      "SHUTDOWN",
      "FUNCTION FLUSH",
      "SET other 1",
      "EVAL return(redis.call('GET','other')) 0",
      "PUBLISH other 1",
      "SUBSCRIBE other",
    ])("%s is refused to all but the admin", async (text) => {
      const [command, ...words] = text.split(" ");
      for (const user of ["mulligan-run", "mulligan-worker"] as const) {
        await expect(as(user, command, ...words), user).rejects.toThrow(/NOPERM|can't access/);
      }
    });

    test("a worker cannot write a run, its lease or its stops", async () => {
      for (const key of ["run:x", "lease:x", "cancelled:x"]) {
        const words = [`{mulligan}:${VERSION}:${key}`, "1"];
        await expect(as("mulligan-worker", "SET", ...words)).rejects.toThrow(/NOPERM/);
        expect(await as("mulligan-run", "SET", ...words)).toBe("OK");
      }
    });

    test("without a password nobody gets in", async () => {
      const client = connectRedis(parseRedisUrl(redis().url, "test"), () => {});
      await expect(client.call("GET", "{mulligan}:check")).rejects.toThrow(/NOAUTH/);
      client.disconnect();
    });
  },
  ["--aclfile", withPasswords],
);
