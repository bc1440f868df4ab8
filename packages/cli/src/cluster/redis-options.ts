import type { RedisPlace } from "@mulligan/cluster";
import { type Command, Option } from "commander";
import { reportFailure } from "../shell/exit.ts";
import { readAll } from "../shell/files.ts";
import { repeated, wholeNumber } from "../shell/option-values.ts";
import { asUsage, UsageError } from "../shell/usage-error.ts";

/** The values of `--redis` and `--redis-file`. */
export interface RedisOptions {
  readonly redis?: string;
  readonly redisFile?: string;
}

/** The options of a command whose trials may be executed by workers. */
export interface ClusterOptions extends RedisOptions {
  readonly needs?: readonly string[];
  readonly priority?: number;
}

const VARIABLE = "MULLIGAN_REDIS";
const MAX_FILE_BYTES = 10_000;
/** BullMQ's largest priority. */
const MAX_PRIORITY = 2 ** 21;

/** Adds the options for Redis. Without them a command works on its own machine and loads nothing of the cluster. */
export function addRedisOptions(command: Command, what: string): Command {
  const form = `redis://HOST[:PORT][/DB], rediss:// for TLS, or env for the variable ${VARIABLE}`;
  return command
    .option("--redis <url>", `${what}: ${form}`)
    .option("--redis-file <file>", "a file with the URL, or with options for Sentinel or a Redis Cluster");
}

export function addClusterOptions(command: Command): Command {
  return addRedisOptions(command, "let the workers of a cluster execute the trials")
    .addOption(
      new Option("--needs <label>", "with --redis: only workers with this label; may be repeated").argParser(
        repeated,
      ),
    )
    .addOption(
      new Option(
        "--priority <n>",
        "with --redis: runs with a larger number wait for others (default: 0)",
      ).argParser(wholeNumber("--priority", 0, MAX_PRIORITY)),
    );
}

/** Returns whether the options ask for a cluster. */
export function wantsCluster({ redis, redisFile, needs, priority }: ClusterOptions): boolean {
  if (redis !== undefined || redisFile !== undefined) return true;
  for (const [option, value] of Object.entries({ needs, priority })) {
    if (value !== undefined) throw new UsageError(`--${option}: must be used with --redis, got none`);
  }
  return false;
}

/** Connects once. A failure at the start is likely a mistake; later, the command waits for Redis. */
export async function reachRedis(options: RedisOptions, writes = true): Promise<RedisPlace> {
  const { checkConnection } = await import("@mulligan/cluster");
  const place = await readRedisPlace(options);
  try {
    await checkConnection(place, writes);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return place;
}

/**
 * Ends the command if the DB can no longer be selected, as after a restart of Redis with fewer of them. What was recorded is kept, as after
 * a crash: nothing more can be said to the workers, or to the process that decides.
 */
export function endRefused(error: RangeError): never {
  reportFailure(new UsageError(error.message));
  process.exit();
}

/**
 * Returns the address of Redis. All users of a machine can read a command line, so a password is refused there. The variable is
 * removed from the environment, which the programs of a run would inherit.
 */
async function readRedisPlace({ redis, redisFile }: RedisOptions): Promise<RedisPlace> {
  const { parseRedisFile, parseRedisUrl } = await import("@mulligan/cluster");
  const held = process.env[VARIABLE];
  delete process.env[VARIABLE];
  if (redis !== undefined && redisFile !== undefined) {
    throw new UsageError("--redis-file: must not be used with --redis, got both");
  }
  if (redisFile !== undefined) {
    const text = await readFile(redisFile);
    return asUsage(() => parseRedisFile(text, redisFile));
  }
  if (redis !== undefined && redis !== "env") {
    const place = asUsage(() => parseRedisUrl(redis, "--redis"));
    if (place.options.password === undefined) return place;
    throw new UsageError(
      `--redis: must not contain a password, since all users can read a command line; put the URL into ${VARIABLE} and use --redis env, or into a file and use --redis-file FILE`,
    );
  }
  if (held === undefined || held === "") {
    throw new UsageError(
      `--redis: must be given as a URL, as env with ${VARIABLE} set, or by --redis-file FILE`,
    );
  }
  return asUsage(() => parseRedisFile(held, VARIABLE));
}

async function readFile(path: string): Promise<string> {
  let length = 0;
  const bytes = await readAll(path, (part) => {
    length += part.length;
    if (length > MAX_FILE_BYTES) throw new UsageError(`${path}: must hold one URL, got more`);
  });
  return bytes.toString("utf8");
}
