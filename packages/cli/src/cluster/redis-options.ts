import { readFileSync, statSync } from "node:fs";
import type { RedisPlace } from "@mulligan/cluster";
import type { Command } from "commander";
import { reasonOf } from "../shell/exit.ts";
import { asUsage, UsageError } from "../shell/usage-error.ts";

/** What `--redis`, `--redis-file` and `--run-name` gave. */
export interface RedisWords {
  readonly redis?: string;
  readonly redisFile?: string;
}

const VARIABLE = "MULLIGAN_REDIS";
const MAX_FILE_BYTES = 10_000;

/** Without these a command works in its own process, and nothing of the cluster is loaded. */
export function addRedisOptions(command: Command, what = "where the tasks of the cluster are"): Command {
  const form = `redis://HOST[:PORT][/DB], rediss:// for TLS, or env for what ${VARIABLE} holds`;
  return command
    .option("--redis <url>", `${what}: ${form}`)
    .option("--redis-file <file>", "a file that holds the URL, with a password");
}

/** Of a command that puts tasks there. */
export function addClusterOptions(command: Command): Command {
  return addRedisOptions(command).option(
    "--run-name <name>",
    "with --redis: the same name again goes on with the same run (default: as --state has it, or a new one)",
  );
}

/** Whether a cluster is asked for. */
export function wantsCluster({ redis, redisFile }: RedisWords): boolean {
  return redis !== undefined || redisFile !== undefined;
}

/**
 * Where Redis is. A command line can be read by everybody on the machine, so a password may not stand there. The
 * variable is taken out of the environment, which programs that we start would get.
 */
export async function readRedisPlace({ redis, redisFile }: RedisWords): Promise<RedisPlace> {
  const { parseRedisUrl } = await import("@mulligan/cluster");
  const held = process.env[VARIABLE];
  delete process.env[VARIABLE];
  if (redis !== undefined && redisFile !== undefined) {
    throw new UsageError("--redis-file: must not go with --redis, got both");
  }
  if (redisFile !== undefined) return asUsage(() => parseRedisUrl(readFile(redisFile), redisFile));
  if (redis !== undefined && redis !== "env") {
    const place = asUsage(() => parseRedisUrl(redis, "--redis"));
    if (place.password === undefined) return place;
    throw new UsageError(
      `--redis: a password must not stand on the command line, where all can read it; put the URL into ${VARIABLE} and say --redis env, or into a file and say --redis-file FILE`,
    );
  }
  if (held === undefined || held === "") {
    throw new UsageError(
      `--redis: must be given as a URL, as env with ${VARIABLE} set, or by --redis-file FILE`,
    );
  }
  return asUsage(() => parseRedisUrl(held, VARIABLE));
}

function readFile(path: string): string {
  try {
    if (statSync(path).size > MAX_FILE_BYTES) throw new UsageError(`${path}: must hold a URL, got more`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: cannot be read: ${reasonOf(error)}`);
  }
}
