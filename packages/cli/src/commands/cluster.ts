import type { ClusterStatus, Redis } from "@mulligan/cluster";
import type { Command } from "commander";
import { addRedisOptions, endRefused, type RedisOptions, reachRedis } from "../cluster/redis-options.ts";
import { exitCode } from "../shell/exit.ts";
import { printJson, say } from "../shell/output.ts";
import { textTable } from "../shell/text.ts";

const HELP = `
status lists the workers, runs and queues of a cluster. cancel stops a run that status lists: its process ends as with
Ctrl-C, and its journal is kept. clean deletes from Redis what dead processes left; live runs are not affected. Workers
do the same after a day.

Examples:
  mulligan cluster status --redis redis://localhost
  mulligan cluster clean --redis redis://localhost --json`;

interface Options extends RedisOptions {
  readonly json?: true;
}

export function register(program: Command): void {
  const cluster = program
    .command("cluster")
    .description("show, stop and clean runs on a cluster")
    .addHelpText("after", HELP);
  const add = (name: string, what: string) =>
    addRedisOptions(cluster.command(name).description(what), "the Redis of the cluster").option(
      "--json",
      "one JSON document on stdout",
    );
  add("status", "list workers, runs and queues").action(status);
  add("cancel <name>", "stop a run").action(cancel);
  add("clean", "delete what dead processes left").action(clean);
}

/** Connects, acts, and disconnects. It must work where Redis is full or only reads, which is when an operator looks. */
async function withRedis<Result>(options: Options, act: (redis: Redis) => Promise<Result>): Promise<Result> {
  const place = await reachRedis(options, false);
  const { connectRedis } = await import("@mulligan/cluster");
  const { withRedisErrors } = await import("../cluster/open-run.ts");
  const redis = connectRedis(place, say, endRefused);
  try {
    return await withRedisErrors(() => act(redis));
  } finally {
    redis.disconnect();
  }
}

async function status(options: Options): Promise<void> {
  const { readStatus } = await import("@mulligan/cluster");
  const found = await withRedis(options, readStatus);
  if (options.json) printJson(found);
  else process.stdout.write(statusText(found));
}

async function cancel(name: string, options: Options): Promise<void> {
  const { cancelRun } = await import("@mulligan/cluster");
  const cancelled = await withRedis(options, (redis) => cancelRun(redis, name));
  if (options.json) printJson({ name, cancelled });
  else if (cancelled) process.stdout.write(`${name} is cancelled\n`);
  else say(`there is no run ${name}; mulligan cluster status lists all`);
  process.exitCode = cancelled ? exitCode.done : exitCode.unsolved;
}

async function clean(options: Options): Promise<void> {
  const { cleanCluster } = await import("@mulligan/cluster");
  const deleted = await withRedis(options, cleanCluster);
  if (options.json) printJson(deleted);
  else process.stdout.write(`${deleted.runs.length} runs and ${deleted.queues.length} queues deleted\n`);
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
      ["run", "state", "done", "out", "started by", "what"],
      ...runs.map(({ name, state, done, total, out, owner, title }) => [
        name,
        state,
        total === null ? String(done) : `${done}/${total}`,
        String(out),
        owner,
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
