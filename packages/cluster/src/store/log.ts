import type { Redis } from "ioredis";
import { type LogEntry, parseEntry } from "../messages/log-entry.ts";

/** An entry of the log, with its place in it. */
export interface Logged {
  readonly place: string;
  /** Undefined if it is nothing of ours. */
  readonly entry: LogEntry | undefined;
}

/** Before the first entry. */
export const LOG_START = "0-0";
const ENTRIES_AT_A_TIME = 1_000;
const WAIT_MS = 500;

/** Places are two numbers: those of a log that somebody else wrote may look otherwise. */
export const LOG_PLACE = /^\d{1,20}-\d{1,20}$/;

/**
 * The entries after a place, in the order in which they were counted; at most a thousand, and none if none came within
 * half a second. The connection is busy meanwhile, so it must be one of its own.
 */
export async function readLog(redis: Redis, key: string, after: string): Promise<Logged[]> {
  const found = await redis.xread("COUNT", ENTRIES_AT_A_TIME, "BLOCK", WAIT_MS, "STREAMS", key, after);
  return (found?.[0]?.[1] ?? []).map(entryOf);
}

/** The same at once, for what is there already. */
export async function readLogNow(redis: Redis, key: string, after: string): Promise<Logged[]> {
  const found = await redis.xrange(key, `(${after}`, "+", "COUNT", ENTRIES_AT_A_TIME);
  return found.map(entryOf);
}

/** Lets go of entries before a place: who reads has them in a journal. */
export async function trimLog(redis: Redis, key: string, before: string): Promise<void> {
  await redis.xtrim(key, "MINID", "~", before);
}

function entryOf([place, fields]: readonly [string, readonly string[]]): Logged {
  const at = fields.indexOf("r");
  return { place, entry: at < 0 ? undefined : parseEntry(fields[at + 1] ?? "") };
}
