import type { Redis } from "@mulligan/cluster";
import { RedisUnavailable } from "../store/stored-problem.ts";

/*
 * The layout of the problems in Redis, and the scripts that change it. A problem has one owner, a service, which alone
 * appends to its log. Ownership has two parts: `owners` names the service of each problem, and `services` says until
 * when each service is known to live. A problem whose service has no time left may be taken over. So a service renews
 * one number, however many problems it owns, and a write only has to compare the name of the owner.
 */

/** The braces keep all keys in one slot of a Redis Cluster, so that a script may use several of them. */
const PREFIX = "mulligan:{serve}:";

/** The number of this layout; another one is refused. In format 1 every service held every problem. */
export const FORMAT = "2";

export const problemKeys = {
  format: `${PREFIX}format`,
  /** A hash: the mark of each problem by its name. Ids of decisions begin with the mark. */
  problems: `${PREFIX}problems`,
  /** A hash: the service that owns a problem, by mark. */
  owners: `${PREFIX}owners`,
  /** A sorted set: until when each service is known to live, in milliseconds since 1970 by the clock of Redis. */
  services: `${PREFIX}services`,
};

/** Returns the key of a list with the lines of a problem, as in its file. An element holds one line or more. */
export function logKey(mark: string): string {
  return `${PREFIX}log:${mark}`;
}

/** Returns the key of a hash with `writes`, how often the log was written, and `changed`, when, in milliseconds since 1970. */
export function logStateKey(mark: string): string {
  return `${PREFIX}log-state:${mark}`;
}

/** The channel of all services. */
export const ALL_SERVICES = `${PREFIX}all`;

/** Returns the channel of one service. */
export function channelOf(service: string): string {
  return `${PREFIX}service:${service}`;
}

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number) return string.format('%.0f', number) end
`;

/** The scripts, with the numbers of their keys. The keys come first, then the other arguments. */
const SCRIPTS = {
  /** KEYS: services. ARGV: service, lease in ms. Services that are gone for a day are forgotten. */
  renew: [
    1,
    `${NOW}
redis.call('ZADD', KEYS[1], text(now + ARGV[2]), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', text(now - 86400000))
return 1`,
  ],
  /**
   * KEYS: problems, owners, log, its state. ARGV: service, name, mark, header, most problems.
   * Makes a problem that the service owns. Gives the mark that the name has; empty if there are too many problems.
   */
  create: [
    4,
    `${NOW}
local known = redis.call('HGET', KEYS[1], ARGV[2])
if known then return known end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[5]) then return '' end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[3], ARGV[1])
redis.call('RPUSH', KEYS[3], ARGV[4])
redis.call('HSET', KEYS[4], 'writes', 1, 'changed', text(now))
return ARGV[3]`,
  ],
  /**
   * KEYS: problems, owners, services. ARGV: service, name. Makes the service the owner if the present one does not live.
   * Gives the mark and the owner; nothing if there is no such problem.
   */
  claim: [
    3,
    `${NOW}
local mark = redis.call('HGET', KEYS[1], ARGV[2])
if not mark then return {} end
local owner = redis.call('HGET', KEYS[2], mark)
local ends = owner and redis.call('ZSCORE', KEYS[3], owner)
if owner ~= ARGV[1] and not (ends and tonumber(ends) > now) then
  owner = ARGV[1]
  redis.call('HSET', KEYS[2], mark, owner)
end
return { mark, owner }`,
  ],
  /**
   * KEYS: owners, log, its state. ARGV: service, mark, writes so far, time of the last change, text, 1 if the text
   * replaces the log. Gives 0, and changes nothing, if another service owns the problem, or if the log was written more
   * or less often than the service knows: a Redis that crashed may have lost its last second.
   * DEL comes first, since a Redis without memory refuses only the first write of a script.
   */
  write: [
    3,
    `
if redis.call('HGET', KEYS[1], ARGV[2]) ~= ARGV[1] then return 0 end
if redis.call('HGET', KEYS[3], 'writes') ~= ARGV[3] then return 0 end
if ARGV[6] == '1' then redis.call('DEL', KEYS[2]) end
redis.call('RPUSH', KEYS[2], ARGV[5])
redis.call('HINCRBY', KEYS[3], 'writes', 1)
redis.call('HSET', KEYS[3], 'changed', ARGV[4])
return 1`,
  ],
  /**
   * KEYS: problems, owners, log, its state. ARGV: name, mark, channel, message. Deletes a problem and sends the message.
   * Gives 0 if the problem is gone.
   */
  remove: [
    4,
    `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[2])
redis.call('UNLINK', KEYS[3], KEYS[4])
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1`,
  ],
  /** KEYS: problems, owners, services. Gives each name, followed by the owner; empty if that does not live. */
  list: [
    3,
    `${NOW}
local problems, listed, lives = redis.call('HGETALL', KEYS[1]), {}, {}
for _, service in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], text(now), '+inf')) do lives[service] = true end
for i = 1, #problems, 2 do
  local owner = redis.call('HGET', KEYS[2], problems[i + 1])
  listed[i], listed[i + 1] = problems[i], owner and lives[owner] and owner or ''
end
return listed`,
  ],
} as const;

type Script<Answer> = (...words: (string | number)[]) => Promise<Answer>;

export interface Scripts {
  readonly renew: Script<number>;
  readonly create: Script<string>;
  readonly claim: Script<[mark: string, owner: string] | [mark?: undefined, owner?: undefined]>;
  readonly write: Script<0 | 1>;
  readonly remove: Script<0 | 1>;
  readonly list: Script<string[]>;
}

/** Returns the scripts on a connection. A script that fails or takes too long throws `RedisUnavailable`. */
export function scriptsOn(redis: Redis): Scripts {
  const commands = Object.entries(SCRIPTS).map(([name, [numberOfKeys, lua]]) => {
    const command = `mulligan_${name}`;
    redis.defineCommand(command, { numberOfKeys, lua });
    const call = (redis as unknown as Record<string, Script<unknown>>)[command].bind(redis);
    return [name, (...words: (string | number)[]) => answered(redis, () => call(...words))];
  });
  return Object.fromEntries(commands);
}

/** How long to wait for Redis or for another service. */
export const PATIENCE_MS = 5_000;

/** Resolves to the answer of Redis. Without a connection nothing is sent: commands would pile up, and be carried out much later. */
export async function answered<Answer>(redis: Redis, ask: () => Promise<Answer>): Promise<Answer> {
  if (redis.status !== "ready") throw new RedisUnavailable();
  try {
    const answer = await within(PATIENCE_MS, ask());
    if (answer !== LATE) return answer;
  } catch (error) {
    throw new RedisUnavailable(error);
  }
  throw new RedisUnavailable();
}

export const LATE = Symbol("late");

/** Resolves to the value of a promise, or to `LATE` after so many milliseconds. */
export async function within<Value>(
  milliseconds: number,
  value: Promise<Value>,
): Promise<Value | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, milliseconds, LATE);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
