import type { Redis } from "@mulligan/cluster";
import { keys } from "./keys.ts";

/** Something that happened to a problem, at its place among all that happened. */
export interface SharedLogEntry {
  /** From 1, without gaps. */
  readonly position: number;
  readonly mark: string;
  /** Of the problem. */
  readonly name: string;
  /** The service that did it. */
  readonly by: string;
  /** As JSON. */
  readonly record: string;
}

/** Entries that are read, and applied, without a pause in which others are served: each may hold 64 decisions. */
const PART = 100;

type Raw = [id: string, fields: string[]];

/** What follows on a position, as much as is read at once; waits for it up to `blockMs`. */
export async function readAfter(redis: Redis, position: number, blockMs: number): Promise<SharedLogEntry[]> {
  const found = (await redis.xread("COUNT", PART, "BLOCK", blockMs, "STREAMS", keys.log, `${position}-0`)) as
    | [string, Raw[]][]
    | null;
  return (found?.[0][1] ?? []).map(entryOf);
}

/** The position of the first entry that is left, or of the next that will be. */
export async function firstPosition(redis: Redis): Promise<number> {
  const [first] = (await redis.xrange(keys.log, "-", "+", "COUNT", 1)) as Raw[];
  return first === undefined ? (await lastPosition(redis)) + 1 : entryOf(first).position;
}

export async function lastPosition(redis: Redis): Promise<number> {
  return Number((await redis.get(keys.position)) ?? 0);
}

/** Cuts off what comes before a position. */
export async function trimBefore(redis: Redis, position: number): Promise<void> {
  await redis.xtrim(keys.log, "MINID", `${position}-0`);
}

/** What nobody wrote of ours has NaN for its position, or a record that is none: whoever applies it looks. */
function entryOf([id, fields]: Raw): SharedLogEntry {
  const values = new Map<string, string>();
  for (let i = 0; i + 1 < fields.length; i += 2) values.set(fields[i], fields[i + 1]);
  const value = (name: string) => values.get(name) ?? "";
  return {
    position: Number(/^(\d+)-0$/.exec(id)?.[1] ?? Number.NaN),
    mark: value("mark"),
    name: value("name"),
    by: value("by"),
    record: value("record"),
  };
}
