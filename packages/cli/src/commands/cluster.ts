import type { ClusterStatus } from "@mulligan/cluster";
import type { Command } from "commander";
import { addRedisOptions, endRefused, type RedisOptions, reachRedis } from "../cluster/redis-options.ts";
import { printJson, say } from "../shell/output.ts";
import { textTable } from "../shell/text.ts";

const HELP = `
status lists the workers, runs and queues of a cluster, and names the owner, host and process of each run. A run ends
with that process. The keys of dead processes expire within a day.

Examples:
  mulligan cluster status --redis redis://localhost
  mulligan cluster status --redis redis://localhost --json`;

interface Options extends RedisOptions {
  readonly json?: true;
}

export function register(program: Command): void {
  const cluster = program
    .command("cluster")
    .description("show what a cluster does")
    .addHelpText("after", HELP);
  addRedisOptions(
    cluster.command("status").description("list workers, runs and queues"),
    "the Redis of the cluster",
  )
    .option("--json", "one JSON document on stdout")
    .action(status);
}

/** Prints the status. It must work where Redis is full or only reads, which is when an operator looks. */
async function status(options: Options): Promise<void> {
  const place = await reachRedis(options, false);
  const { connectRedis, readStatus } = await import("@mulligan/cluster");
  const { withRedisErrors } = await import("../cluster/open-run.ts");
  const redis = connectRedis(place, say, endRefused);
  try {
    const found = await withRedisErrors(() => readStatus(redis));
    if (options.json) printJson(found);
    else process.stdout.write(statusText(found));
  } finally {
    redis.disconnect();
  }
}

function statusText({ workers, runs, queues }: ClusterStatus): string {
  const list = (words: readonly string[]) => (words.length === 0 ? "–" : words.join(" "));
  const tables = [
    [
      ["worker", "slots", "busy", "trials", "labels", "programs", "version"],
      ...workers.map((worker) => [
        worker.draining ? `${worker.name} (draining)` : worker.name,
        String(worker.slots),
        String(worker.busy),
        String(worker.trials),
        list(worker.labels),
        list(worker.programs),
        worker.version,
      ]),
    ],
    [
      ["run", "state", "done", "out", "owner", "host", "process", "what"],
      ...runs.map(({ name, state, done, total, out, owner, host, process: pid, title }) => [
        name,
        state,
        total === null ? String(done) : `${done}/${total}`,
        String(out),
        owner,
        host,
        pid === null ? "–" : String(pid),
        title.slice(0, 60),
      ]),
    ],
    [
      ["queue", "waiting", "active"],
      ...queues.map(({ name, waiting, active }) => [name, String(waiting), String(active)]),
    ],
  ];
  return `${tables.map(textTable).join("\n")}`;
}
