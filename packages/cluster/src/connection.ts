import { isIP } from "node:net";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { z } from "zod";
import { PREFIX, parseDocument } from "./documents.ts";

export type { Redis };

interface Address {
  readonly host: string;
  readonly port: number;
}

/** The address of a Redis or Valkey with its credentials. It is not a text, so that it is not printed by mistake. */
export interface RedisPlace extends Address {
  readonly tls: boolean;
  /** Credentials, the database, and the sentinels, as ioredis takes them. */
  readonly options: Pick<
    RedisOptions,
    "username" | "password" | "db" | "sentinels" | "name" | "sentinelUsername" | "sentinelPassword"
  >;
  /** Nodes of a Redis Cluster. */
  readonly cluster?: Address[];
}

const USUAL_PORT = 6379;
const USUAL_SENTINEL_PORT = 26_379;
const MAX_DB = 1_000;

const text = z.string().min(1).max(1_000);
const addresses = (usualPort: number) => {
  const port = z.int().min(1).max(65_535).default(usualPort);
  return z
    .tuple([z.strictObject({ host: text, port })], z.strictObject({ host: text, port }))
    .check(z.maxLength(100));
};
const credentials = { username: text.exactOptional(), password: text.exactOptional() };
const tls = z.boolean().default(false);
const fileSchema = z.union([
  z.strictObject({
    sentinels: addresses(USUAL_SENTINEL_PORT),
    name: text,
    sentinelUsername: text.exactOptional(),
    sentinelPassword: text.exactOptional(),
    db: z.int().min(0).max(MAX_DB).default(0),
    tls,
    ...credentials,
  }),
  z.strictObject({ cluster: addresses(USUAL_PORT), tls, ...credentials }),
]);

/**
 * Reads the content of a file for `--redis-file`: a URL, or a JSON object with options of ioredis for Sentinel
 * (`sentinels`, `name`) or for a Redis Cluster (`cluster`, a list of nodes). Errors do not repeat the text, since it may
 * contain a password.
 */
export function parseRedisFile(content: string, where: string): RedisPlace {
  if (!content.trimStart().startsWith("{")) return parseRedisUrl(content, where);
  const read = parseDocument(fileSchema, content);
  if (read === undefined) {
    throw new RangeError(
      `${where}: must hold a URL, or JSON such as {"sentinels":[{"host":"a"}],"name":"mymaster","password":"…"} or {"cluster":[{"host":"a"}]}`,
    );
  }
  const { tls, ...rest } = read;
  if (!("cluster" in rest)) return { ...rest.sentinels[0], tls, options: rest };
  const { cluster, ...options } = rest;
  return { ...cluster[0], tls, options, cluster };
}

/**
 * Reads `redis://[USER:PASSWORD@]HOST[:PORT][/DB]`, or `rediss://` for TLS. Errors do not repeat the text, since it may
 * contain a password.
 */
export function parseRedisUrl(content: string, where: string): RedisPlace {
  const refuse = (what: string): never => {
    throw new RangeError(`${where}: must be redis://HOST[:PORT][/DB] or rediss://… for TLS, ${what}`);
  };
  const url = orUndefined(() => new URL(content.trim())) ?? refuse("got something else");
  if (!/^rediss?:$/.test(url.protocol)) refuse("got another kind of address");
  if (url.hostname === "") refuse("got no host");
  const db = url.pathname === "" || url.pathname === "/" ? 0 : Number(url.pathname.slice(1));
  if (!(Number.isInteger(db) && db >= 0 && db <= MAX_DB)) refuse("got a DB that is no number");
  const [username, password] = [url.username, url.password].map(
    (part) => orUndefined(() => decodeURIComponent(part)) ?? refuse("got a password that is not %-encoded"),
  );
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? USUAL_PORT : Number(url.port),
    tls: url.protocol === "rediss:",
    options: { db, ...(username && { username }), ...(password && { password }) },
  };
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Returns the address as it may be shown: without credentials. */
export function shownPlace({ host, port, tls, options: { db } }: RedisPlace): string {
  return `${tls ? "rediss" : "redis"}://${host.includes(":") ? `[${host}]` : host}:${port}${db ? `/${db}` : ""}`;
}

/**
 * Returns the message of an error, without the hash of a script. For a transaction it is the reply that made it fail.
 */
export function errorText(error: unknown): string {
  const [first] = (error as { readonly previousErrors?: Error[] }).previousErrors ?? [];
  const text = first?.message ?? (error instanceof Error ? error.message : String(error));
  return text.replace(/,? script: [0-9a-f]{40}.*$/, "");
}

/** Returns the message without credentials: an error of ioredis carries the failed command, which may be AUTH. */
export function withoutSecrets(error: unknown, { options }: RedisPlace): string {
  let message = errorText(error);
  for (const name of ["password", "username", "sentinelPassword", "sentinelUsername"] as const) {
    const secret = options[name];
    if (secret) message = message.replaceAll(secret, "…");
  }
  return message;
}

const QUIET_MS = 60_000;

/** Passes on one text a minute of each kind, by its first word, such as OOM or READONLY. */
export function onceAMinute(notice: ConnectionNotice): ConnectionNotice {
  const times = new Map<string, number>();
  return (text) => {
    const [kind] = text.split(" ", 1);
    const now = performance.now();
    if (now - (times.get(kind) ?? -Infinity) < QUIET_MS) return;
    times.set(kind, now);
    notice(text);
  };
}

/** The step by which the pause before another try to connect grows, and the longest pause. */
const RETRY_STEP_MS = 50;
const MAX_RETRY_MS = 2_000;
const KEEP_ALIVE_MS = 5_000;
/** The time without data after which a connection counts as lost, since a cut cable closes no socket. */
const SILENT_MS = 15_000;

/** A client for one server, for the master that sentinels name, or for a cluster; all take the same commands. */
function newClient({ host, port, tls, options, cluster }: RedisPlace, isPatient: boolean): Redis {
  const retry = (times: number) => (isPatient ? Math.min(RETRY_STEP_MS * times, MAX_RETRY_MS) : null);
  const common = {
    ...options,
    // A server name must be a name: Node warns of an IP address there (DEP0123).
    ...(tls && { tls: isIP(host) === 0 && !options.sentinels ? { servername: host } : {} }),
    enableTLSForSentinelMode: tls,
    keepAlive: KEEP_ALIVE_MS,
    connectTimeout: KEEP_ALIVE_MS,
    socketTimeout: SILENT_MS,
    maxRetriesPerRequest: isPatient ? null : 0,
    retryStrategy: retry,
    sentinelRetryStrategy: retry,
    lazyConnect: true,
  };
  if (cluster === undefined) return new Redis({ ...common, host, port });
  const client = new Cluster(cluster, {
    lazyConnect: true,
    redisOptions: common,
    clusterRetryStrategy: retry,
  });
  return client as unknown as Redis;
}

/** Takes a sentence when a connection is lost and when it is back, without credentials. */
export type ConnectionNotice = (text: string) => void;

/**
 * Returns a connection that always reconnects, while commands wait, and reports each outage once. `refused` is called if its DB cannot be
 * selected, also after an outage; the connection is closed then.
 */
export function connectRedis(
  place: RedisPlace,
  notice: ConnectionNotice,
  refused: (error: RangeError) => void = ({ message }) => notice(message),
): Redis {
  const redis = newClient(place, true);
  let isLost = false;
  closeIfRefused(redis, (error) => refused(new RangeError(placedText(error, place))));
  redis.on("error", (error: Error) => {
    if (isRefusal(error)) return;
    if (!isLost) notice(`${shownPlace(place)}: ${withoutSecrets(error, place)}; trying again`);
    isLost = true;
  });
  redis.on("ready", () => {
    if (isLost) notice(`${shownPlace(place)}: connected again`);
    isLost = false;
  });
  return redis;
}

/** The reply to SELECT of a server that can do it at another time. Any other is final: the DB, or the right to use it, is missing. */
const PASSING = /^(NOAUTH|LOADING|BUSY|MASTERDOWN)/;

function isFailedSelect(error: Error): boolean {
  return error.name === "ReplyError" && (error as RedisError).command?.name === "select";
}

function isRefusal(error: Error): boolean {
  return isFailedSelect(error) && !PASSING.test(error.message);
}

type RedisError = Error & { readonly command?: { readonly name: string } };

/**
 * Keeps a connection and its duplicates, of which BullMQ makes some, from DB 0 if their own DB cannot be selected: ioredis would report the
 * error and go on there. The connection is closed before it sends anything, and connects again only if that can help.
 */
function closeIfRefused(redis: Redis, refused: (error: Error) => void): void {
  redis.on("error", (error: Error) => {
    if (!isFailedSelect(error)) return;
    redis.disconnect(!isRefusal(error));
    if (isRefusal(error)) refused(error);
  });
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (...options) => {
    const other = duplicate(...options);
    closeIfRefused(other, refused);
    return other;
  };
}

/** Resolves when the connection is ready. `connect` of ioredis gives up at the first failure; this does so only if it is closed. */
export async function whenReady(redis: Redis): Promise<void> {
  if (redis.status === "ready") return;
  const ready = new Promise<void>((resolve, reject) => {
    const close = () => reject(new Error("the connection was closed before it was ready"));
    redis.once("ready", resolve);
    redis.once("end", close);
    if (redis.status === "end") close();
  });
  if (redis.status === "wait") redis.connect().catch(() => {});
  await ready;
}

/** Advice for errors that do not contain it. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^MOVED/, '; a Redis Cluster needs --redis-file with {"cluster":[…]}'],
  [/DB index is out of range/, "; the server has fewer DBs (see CONFIG GET databases)"],
  [/before it was ready/, " (see CLUSTER INFO; an ACL must allow cluster|info and cluster|slots)"],
  [/self-signed certificate|unable to (get|verify)/, "; NODE_EXTRA_CA_CERTS must name the file of its CA"],
];

/**
 * Connects once, tries what a run needs (only to read, if `writes` is false), and rejects with the reason if that fails. At the start that
 * is likely a mistake: a wrong address or password, a full memory, a replica that only reads, or an ACL that allows too little.
 */
export async function checkConnection(place: RedisPlace, writes = true): Promise<void> {
  const redis = newClient(place, false);
  closeIfRefused(redis, () => {});
  let problem: Error | undefined;
  redis.on("error", (error: Error) => {
    problem ??= error;
  });
  // A client of a Redis Cluster whose nodes are not ready ends without an error.
  const ended = new Promise<never>((_, reject) => {
    redis.once("end", () => reject(new Error("the connection was closed before it was ready")));
  });
  ended.catch(() => {});
  try {
    await Promise.race([redis.connect(), ended]);
    await redis.get(`${PREFIX}:check`);
    if (!writes) return;
    await redis.set(`${PREFIX}:check`, "1", "PX", 1);
    await redis.publish(`${PREFIX}:check`, "");
    await redis.eval("return 1", 0);
  } catch (error) {
    throw new Error(placedText(problem ?? error, place));
  } finally {
    redis.disconnect();
  }
}

/** Returns the address and the message of an error, with advice. */
function placedText(error: unknown, place: RedisPlace): string {
  const reason = withoutSecrets(error, place);
  const [, hint = ""] = HINTS.find(([kind]) => kind.test(reason)) ?? [];
  return `${shownPlace(place)}: ${reason}${hint}`;
}
