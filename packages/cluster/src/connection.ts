import { isIP } from "node:net";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { z } from "zod";

interface Address {
  readonly host: string;
  readonly port: number;
}

/** The address of a Redis or Valkey with its credentials. It is no text, so that it is not printed by mistake. */
export interface RedisPlace extends Address {
  readonly tls: boolean;
  readonly db: number;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The sentinels that know where the master of this name is. */
  readonly sentinels?: {
    readonly addresses: readonly Address[];
    readonly name: string;
    readonly username?: string | undefined;
    readonly password?: string | undefined;
  };
  /** Nodes of a Redis Cluster. */
  readonly cluster?: readonly Address[];
}

const USUAL_PORT = 6379;
const USUAL_SENTINEL_PORT = 26_379;
const MAX_DB = 1_000;
const MAX_ADDRESSES = 100;

const text = z.string().min(1).max(1_000);
const port = z.int().min(1).max(65_535).optional();
const addresses = z
  .array(z.strictObject({ host: text, port }))
  .min(1)
  .max(MAX_ADDRESSES);
const credentials = { username: text.optional(), password: text.optional(), tls: z.boolean().default(false) };
const sentinelSchema = z.strictObject({
  sentinels: addresses,
  name: text,
  sentinelUsername: text.optional(),
  sentinelPassword: text.optional(),
  db: z.int().min(0).max(MAX_DB).default(0),
  ...credentials,
});
const clusterSchema = z.strictObject({ cluster: addresses, ...credentials });

/**
 * Reads what a file for `--redis-file` holds: a URL, or a JSON object with options of ioredis for Sentinel (`sentinels`,
 * `name`) or for a Redis Cluster (`cluster`, a list of nodes). Errors do not repeat the text, since it may contain a
 * password.
 */
export function parseRedisFile(content: string, where: string): RedisPlace {
  if (!content.trimStart().startsWith("{")) return parseRedisUrl(content, where);
  const read = z.union([sentinelSchema, clusterSchema]).safeParse(parsed(content));
  if (!read.success) {
    throw new RangeError(
      `${where}: must hold a URL, or JSON such as {"sentinels":[{"host":"a"}],"name":"mymaster","password":"…"} or {"cluster":[{"host":"a"}]}`,
    );
  }
  const { data } = read;
  const withPort = (usual: number) => (address: { host: string; port?: number | undefined }) => ({
    host: address.host,
    port: address.port ?? usual,
  });
  const { tls, username, password } = data;
  if ("cluster" in data) {
    const cluster = data.cluster.map(withPort(USUAL_PORT));
    return { ...cluster[0], db: 0, tls, username, password, cluster };
  }
  const sentinels = {
    addresses: data.sentinels.map(withPort(USUAL_SENTINEL_PORT)),
    name: data.name,
    username: data.sentinelUsername,
    password: data.sentinelPassword,
  };
  return { ...sentinels.addresses[0], db: data.db, tls, username, password, sentinels };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

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
  return newClient(place, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(RETRY_STEP_MS * times, MAX_RETRY_MS),
  });
}

interface RetryOptions {
  readonly maxRetriesPerRequest: number | null;
  readonly retryStrategy: (times: number) => number | null;
}

/** A client for one server, for the master that sentinels name, or for a cluster; all take the same commands. */
function newClient(place: RedisPlace, retries: RetryOptions): Redis {
  const { host, port, tls, db, username, password, sentinels, cluster } = place;
  const options = {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    // A server name must be a name: Node warns of an IP address there (DEP0123).
    ...(tls ? { tls: isIP(host) === 0 && sentinels === undefined ? { servername: host } : {} } : {}),
    keepAlive: KEEP_ALIVE_MS,
    connectTimeout: KEEP_ALIVE_MS,
    socketTimeout: SILENT_MS,
    ...retries,
  };
  if (cluster !== undefined) {
    const client = new Cluster([...cluster], {
      lazyConnect: true,
      redisOptions: options,
      clusterRetryStrategy: retries.retryStrategy,
    });
    return client as unknown as Redis;
  }
  const sentinelOptions = {
    sentinels: sentinels?.addresses.map((address) => ({ ...address })),
    name: sentinels?.name,
    sentinelUsername: sentinels?.username,
    sentinelPassword: sentinels?.password,
    enableTLSForSentinelMode: tls,
    sentinelRetryStrategy: retries.retryStrategy,
  };
  const at = sentinels === undefined ? { host, port } : sentinelOptions;
  return new Redis({ ...options, ...at, db, lazyConnect: true } as Omit<RedisOptions, "replyMapping">);
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

/** The key of the write with which a connection is checked; it expires at once. */
const CHECK_KEY = "{mulligan}:check";

/**
 * Connects once, writes once, and rejects with the reason if either fails. At the start that is likely a mistake: a
 * wrong address or password, a full memory, a replica that only reads, or an ACL that allows too little.
 */
export async function checkConnection(place: RedisPlace): Promise<void> {
  const redis = newClient(place, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
  let problem: Error | undefined;
  redis.on("error", (error: Error) => {
    problem ??= error;
  });
  // A client of a Redis Cluster whose nodes are not ready neither connects nor fails: it ends.
  const end = new Promise<never>((_, reject) => {
    redis.once("end", () => reject(new Error("it closed the connection before it was ready")));
  });
  try {
    await Promise.race([redis.connect(), end]);
    await redis.set(CHECK_KEY, "1", "PX", 1);
    await redis.time();
  } catch (error) {
    const text = withoutSecrets(problem ?? error, place);
    const hint = /^MOVED/.test(text) ? '; a Redis Cluster needs --redis-file with {"cluster":[…]}' : "";
    throw new Error(`${shownPlace(place)}: ${text}${hint}`);
  } finally {
    end.catch(() => {});
    redis.disconnect();
  }
}

/** The message of an error without credentials: an error of ioredis carries the failed command, which may be AUTH. */
export function withoutSecrets(error: unknown, { password, username }: RedisPlace): string {
  let text = error instanceof Error ? error.message : String(error);
  for (const secret of [password, username]) if (secret) text = text.replaceAll(secret, "…");
  return text;
}
