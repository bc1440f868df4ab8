import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeFormulas } from "../../../../../soak/cluster/formulas.mjs";
import { startCommand } from "../../../../../soak/started.mjs";
import { findProgram } from "../../../../../test/find-program.ts";
import { newFolder } from "../../new-folder.ts";
import { startRedisCluster } from "../../serve/shared/shared-redis.ts";
import { startMulligan } from "../../start-command.ts";

const missing = findProgram("redis-server", "valkey-server") === undefined;

describe.skipIf(missing)(
  `a Redis Cluster of one node${missing ? " (left out: no redis-server on PATH)" : ""}`,
  () => {
    test("run, sat, simulate and cluster work as on one Redis: all keys are in one slot", async () => {
      const file = await startRedisCluster(["~*", "&*", "+@all"]);
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
