import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connectRedis, parseRedisUrl } from "@mulligan/cluster";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeFormulas } from "../../../../../soak/cluster/formulas.mjs";
import { startCommand } from "../../../../../soak/started.mjs";
import { findProgram } from "../../../../../test/find-program.ts";
import { newFolder } from "../../new-folder.ts";
import { startMulligan } from "../../start-command.ts";

const missing = findProgram("redis-server", "valkey-server") === undefined;

describe.skipIf(missing)(
  `a Redis Cluster of one node${missing ? " (left out: no redis-server on PATH)" : ""}`,
  () => {
    test("run, sat, simulate and cluster work as on one Redis: all keys are in one slot", async () => {
      const file = await startRedisCluster();
      const worker = startCommand(["worker", "--redis-file", file, "--jobs", "2", "--allow", "bash"]);
      onTestFinished(() => void worker.child.kill("SIGKILL"));
      const formulas = join(newFolder(), "cnf");
      writeFormulas(formulas, 1, 30, 20);
      const commands = [
        ["run", "--json", "--", "bash", "-c", "echo {}", ":::", "a", "b", "c"],
        ["sat", "--json", formulas],
        ["simulate", "--json", "--law", "exponential(mean=1)", "--horizon", "20", "--runs", "2"],
      ];
      for (const [name, ...words] of commands) {
        const { code, stderr } = startMulligan([name, "--redis-file", file, ...words]);
        expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: "" });
      }
      const status = startMulligan(["cluster", "status", "--redis-file", file, "--json"]);
      expect(JSON.parse(status.stdout)).toMatchObject({ workers: [{ slots: 2 }], runs: [] });
    });
  },
);

/** A Redis Cluster of one node, stopped when the test is over. Resolves to a file for `--redis-file`. */
async function startRedisCluster(): Promise<string> {
  const folder = newFolder();
  const port = await freePort();
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  const program = findProgram("redis-server", "valkey-server")!;
  const clusterWords = ["--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1"];
  const child = spawn(program, [...words, ...clusterWords], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const redis = connectRedis(parseRedisUrl(`redis://127.0.0.1:${port}`, "url"), () => {});
  await redis.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
  while (!/cluster_state:ok/.test(String(await redis.call("CLUSTER", "INFO")))) await pause(50);
  redis.disconnect();
  const file = join(folder, "redis.json");
  writeFileSync(file, JSON.stringify({ cluster: [{ host: "127.0.0.1", port }] }));
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
