/** Where a Redis or Valkey is, and who we are there. Not a text: a text is printed sooner or later. */
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
 * Reads `redis://[USER:PASSWORD@]HOST[:PORT][/DB]`, or `rediss://` for TLS. What is wrong is said without repeating the
 * text, since a password may stand in it.
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

/** The place as it may be shown: without who we are. */
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
