import { Redis } from "ioredis";
import { type RedisPlace, shownPlace } from "./redis-place.ts";

export type { Redis };

/** How long to wait before a lost connection is tried again: at first at once, later every two seconds. */
const RETRY_STEP_MS = 50;
const MAX_RETRY_MS = 2_000;
const KEEP_ALIVE_MS = 5_000;
/** A connection on which nothing comes for so long is taken for lost: a cut cable closes no socket. */
const SILENT_MS = 15_000;

/** A connection that is tried again for ever; what is asked meanwhile waits. It begins when it is first used. */
export function newRedis(place: RedisPlace): Redis {
  return new Redis({
    ...optionsOf(place),
    maxRetriesPerRequest: null,
    socketTimeout: SILENT_MS,
    retryStrategy: (times) => Math.min(RETRY_STEP_MS * times, MAX_RETRY_MS),
  });
}

function optionsOf({ host, port, tls, db, username, password }: RedisPlace) {
  return {
    host,
    port,
    db,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: { servername: host } } : {}),
    keepAlive: KEEP_ALIVE_MS,
    connectTimeout: KEEP_ALIVE_MS,
    lazyConnect: true,
  };
}

/** What a connection tells of itself: when it is lost and when it is there again. Never who we are. */
export type ConnectionNotice = (text: string) => void;

/** A connection for our own commands; errors on it are told once for each outage. */
export function connect(place: RedisPlace, notice: ConnectionNotice): Redis {
  const redis = newRedis(place);
  let lost = false;
  redis.on("error", (error: Error) => {
    if (lost) return;
    lost = true;
    notice(`${shownPlace(place)}: ${scrubbed(error, place)}; trying again`);
  });
  redis.on("ready", () => {
    if (lost) notice(`${shownPlace(place)}: there again`);
    lost = false;
  });
  return redis;
}

/** Resolves when it is there, however often that must be tried: `connect` of ioredis gives up at the first failure. */
export async function whenReady(redis: Redis): Promise<void> {
  if (redis.status === "ready") return;
  const ready = new Promise<void>((resolve) => redis.once("ready", () => resolve()));
  if (redis.status === "wait") redis.connect().catch(() => {});
  await ready;
}

/** The first connection, or what is wrong with it: later ones are waited for, this one is likely a mistake. */
export async function checkConnection(place: RedisPlace): Promise<void> {
  const redis = new Redis({ ...optionsOf(place), retryStrategy: () => null, maxRetriesPerRequest: 0 });
  let problem: Error | undefined;
  redis.on("error", (error: Error) => {
    problem ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw new Error(`${shownPlace(place)}: ${scrubbed(problem ?? (error as Error), place)}`);
  } finally {
    redis.disconnect();
  }
}

/** What went wrong, without our password: an error of ioredis carries the command that failed, and AUTH is one. */
export function scrubbed(error: unknown, { password, username }: RedisPlace): string {
  let text = error instanceof Error ? error.message : String(error);
  for (const secret of [password, username]) if (secret) text = text.replaceAll(secret, "…");
  return text;
}
