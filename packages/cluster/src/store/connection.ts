import { Redis } from "ioredis";

/** The address of a Redis or Valkey with its credentials. It is no text, so that it is not printed by mistake. */
export interface RedisPlace {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
}

const USUAL_PORT = 6379;
const MAX_DB = 1_000;

/**
 * Reads `redis://[USER:PASSWORD@]HOST[:PORT][/DB]`, or `rediss://` for TLS. Errors do not repeat the text, since it may
 * contain a password.
 */
export function parseRedisUrl(text: string, where: string): RedisPlace {
  const refuse = (what: string): never => {
    throw new RangeError(`${where}: must be redis://HOST[:PORT][/DB] or rediss://… for TLS, ${what}`);
  };
  const url = parseOr(text.trim());
  if (url === null) return refuse("got something else");
  if (url.protocol !== "redis:" && url.protocol !== "rediss:") return refuse("got another kind of address");
  if (url.hostname === "") return refuse("got no host");
  const db = url.pathname === "" || url.pathname === "/" ? 0 : Number(url.pathname.slice(1));
  if (!(Number.isInteger(db) && db >= 0 && db <= MAX_DB)) return refuse("got a DB that is no number");
  const [username, password] = [url.username, url.password].map(decoded);
  if (username === undefined || password === undefined) return refuse("got a password that is not %-encoded");
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? USUAL_PORT : Number(url.port),
    tls: url.protocol === "rediss:",
    db,
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
  };
}

/** The address as it may be shown: without credentials. */
export function shownPlace({ host, port, tls, db }: RedisPlace): string {
  return `${tls ? "rediss" : "redis"}://${host.includes(":") ? `[${host}]` : host}:${port}${db === 0 ? "" : `/${db}`}`;
}

function parseOr(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export type { Redis };

/** How long to wait before a lost connection is tried again: at first at once, later every two seconds. */
const RETRY_STEP_MS = 50;
const MAX_RETRY_MS = 2_000;
const KEEP_ALIVE_MS = 5_000;
/** After so long without data a connection counts as lost: a cut cable closes no socket. */
const SILENT_MS = 15_000;

/** A connection that reconnects for ever; commands wait meanwhile. It connects when it is first used. */
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

/** Takes a sentence when a connection is lost and when it is back, without credentials. */
export type ConnectionNotice = (text: string) => void;

/** A connection that reports each outage once. */
export function connectRedis(place: RedisPlace, notice: ConnectionNotice): Redis {
  const redis = newRedis(place);
  let lost = false;
  redis.on("error", (error: Error) => {
    if (lost) return;
    lost = true;
    notice(`${shownPlace(place)}: ${withoutSecrets(error, place)}; trying again`);
  });
  redis.on("ready", () => {
    if (lost) notice(`${shownPlace(place)}: there again`);
    lost = false;
  });
  return redis;
}

/** Resolves when the connection is ready. `connect` of ioredis gives up at the first failure; this does not. */
export async function whenReady(redis: Redis): Promise<void> {
  if (redis.status === "ready") return;
  const ready = new Promise<void>((resolve) => redis.once("ready", () => resolve()));
  if (redis.status === "wait") redis.connect().catch(() => {});
  await ready;
}

/** Connects once and rejects with the reason if that fails: the first failure is likely a mistake of the user. */
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
    throw new Error(`${shownPlace(place)}: ${withoutSecrets(problem ?? (error as Error), place)}`);
  } finally {
    redis.disconnect();
  }
}

/** The message of an error without credentials: an error of ioredis carries the failed command, which may be AUTH. */
export function withoutSecrets(error: unknown, { password, username }: RedisPlace): string {
  let text = error instanceof Error ? error.message : String(error);
  for (const secret of [password, username]) if (secret) text = text.replaceAll(secret, "…");
  return text;
}
